/**
 * `npm run platforms`: starts the product on many kinds of machines, which it imitates on this one,
 * and prints a table of what happened. Needs root and Debian. With row numbers, it runs only those
 * rows.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale } from '../../scripts/build.ts'
import { type Machine, NotPossible, type Row, takeMachine, within } from './machine.ts'
import { rows } from './rows.ts'

type Outcome = { isFine: boolean; text: string; label?: string }

let machine: Machine | undefined

async function outcomeOf({ limitSeconds, isOptional = false, run }: Row): Promise<Outcome> {
  machine = takeMachine()
  try {
    return { isFine: true, text: await within(limitSeconds * 1000, run(machine)) }
  } catch (error) {
    const { message } = error as Error
    if (!(error instanceof NotPossible))
      return { isFine: false, label: '**failed**: ', text: message }
    return { isFine: isOptional, label: 'not possible here: ', text: message }
  } finally {
    await machine.restore()
    machine = undefined
  }
}

/** A longer text is cut at its beginning, because errors are at the end. */
const maxTextLength = 1_500

/** Escapes a text for a cell of a Markdown table. */
function cell(text: string): string {
  const shortened = text.length > maxTextLength ? `… ${text.slice(-maxTextLength)}` : text
  return shortened.trim().replaceAll('|', '\\|').replaceAll('\n', '<br>')
}

const printLine = (line: string) => process.stdout.write(`${line}\n`)

async function main(numbers: readonly number[]): Promise<boolean> {
  await buildIfStale()
  printLine('| row | what happened | seconds |\n| --- | --- | ---: |')
  let isFine = true
  for (const [index, row] of rows.entries()) {
    const number = index + 1
    if (numbers.length > 0 && !numbers.includes(number)) continue
    const started = performance.now()
    const { isFine: isRowFine, label = '', text } = await outcomeOf(row)
    const seconds = Math.round((performance.now() - started) / 1000)
    printLine(`| ${number}. ${row.name} | ${label}${cell(text)} | ${seconds} |`)
    isFine &&= isRowFine
  }
  return isFine
}

let isEnding = false

/** Restores the machine when a signal or an error ends this process. */
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

if (process.getuid?.() !== 0) {
  process.stderr.write('npm run platforms changes mounts and users: run it as root, on Debian.\n')
  process.exit(1)
}
process.exit((await main(process.argv.slice(2).map(Number))) ? 0 : 1)
