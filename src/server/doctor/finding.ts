import { adviceFor } from '#/content/machine-advice.ts'
import { findingCatalog } from '#/contracts/health/finding-catalog.ts'
import type { Found } from '../health/health.ts'
import { NoAnswer, within } from '../runtime/within.ts'

/** What the doctor found out about one thing. */
export type Finding = {
  /** `bad`: requests can be lost, or the owner does not hear of them. `warn`: worth a look. */
  state: 'good' | 'warn' | 'bad'
  /** As a sentence. */
  text: string
  /** What to do, in one line or with a command on each further line; absent where all is well. */
  advice?: string
}

export const good = (text: string): Finding => ({ state: 'good', text })

export const warn = (text: string, advice: string): Finding => ({ state: 'warn', text, advice })

export const bad = (text: string, advice: string): Finding => ({ state: 'bad', text, advice })

/** A finding of the product, in the words that it has everywhere. */
export function told({ key, text, detail }: Pick<Found, 'key' | 'text' | 'detail'>): Finding {
  const lines = [...(detail ? [detail] : []), adviceFor(key)]
  return { state: findingCatalog[key].severity, text, advice: lines.join('\n') }
}

/** A part of the installation, and the function that looks at it. */
export type Check = { name: string; look: () => Promise<Finding[]> }

type Examined = { name: string; findings: Finding[] }

async function examine({ name, look }: Check, limitMs: number): Promise<Examined> {
  try {
    return { name, findings: await within(limitMs, look()) }
  } catch (error) {
    const finding =
      error instanceof NoAnswer
        ? warn('There was no answer in time.', 'Try again when the machine is less busy.')
        : bad(`This couldn’t be checked (${(error as Error).message}).`, 'Fix that and try again.')
    return { name, findings: [finding] }
  }
}

/** Looks at all parts at once, each for a limited time. */
export function examineAll(checks: readonly Check[], limitMs = 30_000): Promise<Examined[]> {
  return Promise.all(checks.map((check) => examine(check, limitMs)))
}

const marks = { good: 'ok  ', warn: 'look', bad: 'BAD ' } as const

/** The lines for the terminal. */
export function describeFindings(examined: readonly Examined[]): string[] {
  return examined.flatMap(({ name, findings }) => [
    name,
    ...findings.flatMap(({ state, text, advice }) => [
      `  ${marks[state]}  ${text}`,
      ...(advice?.split('\n').map((line) => `        ${line}`) ?? []),
    ]),
  ])
}
