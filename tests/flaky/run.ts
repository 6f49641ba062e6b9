/**
 * `npm run faults -- flaky`: runs the whole suite again and again, each time in another order, every
 * second time beside two processes that keep the processor busy, and prints what was red.
 * `--runs N` (10), `--seed N` (by chance).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } })
const runs = Number(values.runs ?? 10)
const firstSeed = Number(values.seed ?? randomInt(1_000_000))

/** What Vitest and Playwright print of a test that is red, or of a file. */
const redLine = /^ *(?:FAIL |\d+\) |\w*Error: ).*/gm

/** Runs a command. Returns what it says of red tests; nothing where all are green. */
async function findRed(file: string, ...words: string[]): Promise<string[]> {
  const child = spawn(file, words, { env: { ...process.env, NO_COLOR: '1' } })
  let said = ''
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  const [code] = await once(child, 'close')
  if (code === 0) return []
  return [...new Set(said.match(redLine) ?? [`ended with ${code}: ${said.slice(-500)}`])]
}

/** Keeps two processors busy until it is ended. */
function startLoad(): { end: () => void } {
  const busy = [1, 2].map((): ChildProcess => spawn(process.execPath, ['-e', 'for (;;);']))
  return { end: () => busy.forEach((child) => void child.kill('SIGKILL')) }
}

let green = 0
for (let index = 0; index < runs; index += 1) {
  const seed = firstSeed + index
  const isLoaded = index % 2 === 1
  const load = isLoaded ? startLoad() : undefined
  const started = performance.now()
  // Playwright knows no order but that of names: with another number of workers others meet.
  const workers = `${2 + (seed % 3)}`
  const red = [
    ...(await findRed('vitest', 'run', '--mode', 'shuffled', '--sequence.seed', `${seed}`)),
    ...(await findRed('playwright', 'test', '--grep-invert', '@slow', '--workers', workers)),
  ]
  load?.end()
  const seconds = Math.round((performance.now() - started) / 1000)
  const place = isLoaded ? 'beside load' : 'alone'
  const result = red.length === 0 ? 'green' : `${red.length} red`
  process.stdout.write(
    `run ${index + 1} of ${runs}, seed ${seed}, ${place}: ${result}, ${seconds} s\n`,
  )
  for (const each of red) process.stdout.write(`  ${each.trim()}\n`)
  if (red.length === 0) green += 1
}
process.stdout.write(`${green} of ${runs} green\n`)
if (green < runs) process.exitCode = 1
