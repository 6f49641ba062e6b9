import { setTimeout as sleep } from 'node:timers/promises'
import { within } from '#/server/runtime/within.ts'
import { buildIfStale } from '../../../scripts/build.ts'
import { type Machine, takeMachine } from './take-machine.ts'

/** One thing that is tried on this machine. */
export type Row = {
  name: string
  limitSeconds: number
  /** Returns a text that says what happened. Throws if the product failed. */
  run: (machine: Machine) => Promise<string>
}

/** Prints a line. */
export const printLine = (line: string) => void process.stdout.write(`${line}\n`)

async function runRow(row: Row, machine: Machine): Promise<{ isFine: boolean; text: string }> {
  try {
    return { isFine: true, text: await within(row.limitSeconds * 1000, row.run(machine)) }
  } catch (error) {
    return { isFine: false, text: `FAILED: ${(error as Error).message}` }
  } finally {
    await machine.restore()
  }
}

/**
 * Runs rows one after the other, those that the command's arguments name by a word if there are any,
 * prints what happened, and ends this process: with 1 if one failed. Needs root, on Debian.
 * What a row has done to the machine is undone also when this process is stopped.
 */
export async function runRows(rows: readonly Row[]): Promise<never> {
  let machine: Machine | undefined
  let isEnding = false
  async function endEarly(cause: unknown): Promise<void> {
    process.stderr.write(`${cause instanceof Error ? cause.stack : `ended by ${cause}`}\n`)
    if (isEnding) return
    isEnding = true
    await Promise.race([machine?.restore(), sleep(60_000)]).catch(endEarly)
    process.exit(1)
  }
  for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection']) {
    process.on(event, endEarly)
  }
  const words = process.argv.slice(2)
  const chosen = rows.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  )
  if (chosen.length === 0 || process.getuid?.() !== 0) {
    const names = rows.map(({ name }) => `\n  ${name}`).join('')
    process.stderr.write(`Run this as root, on Debian, with words of these names:${names}\n`)
    process.exit(1)
  }
  await buildIfStale()
  let areFine = true
  for (const row of chosen) {
    machine = takeMachine()
    const started = performance.now()
    const { isFine, text } = await runRow(row, machine)
    const seconds = Math.round((performance.now() - started) / 1000)
    printLine(`${row.name}, ${seconds} s: ${text}`)
    areFine &&= isFine
  }
  process.exit(areFine ? 0 : 1)
}
