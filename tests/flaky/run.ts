/**
 * `npm run faults -- flaky`: runs the whole suite again and again, each time in another order, every
 * second time beside two processes that keep the processor busy, and prints what was red.
 * `--runs N` (10), `--seed N` (by chance).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } })
const runs = Number(values.runs ?? 10)
const firstSeed = Number(values.seed ?? randomInt(1_000_000))

/** What the reporters of Vitest and of Playwright write of a run, as far as it is read. */
type UnitReport = {
  testResults: {
    name: string
    message: string
    status: string
    assertionResults: { title: string; status: string }[]
  }[]
}
type Suite = { file: string; suites?: Suite[]; specs: { title: string; ok: boolean }[] }
type BrowserReport = { suites: Suite[]; errors: { message: string }[] }

/** Runs a command of which only its report is kept. Returns whether it ended well. */
async function run(words: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  const [file = '', ...rest] = words
  const child = spawn(file, rest, { stdio: 'ignore', env: { ...process.env, ...env } })
  const [code] = await once(child, 'exit')
  return code === 0
}

function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const noReport = ['there is no report: the run ended before its end']

async function findRedUnits(folder: string, seed: number): Promise<string[]> {
  const file = join(folder, 'unit.json')
  const order = ['--mode', 'shuffled', '--sequence.seed', `${seed}`]
  const isGreen = await run(['vitest', 'run', ...order, '--reporter=json', '--outputFile', file])
  if (isGreen) return []
  const report = readReport<UnitReport>(file)
  const red = report?.testResults.flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter((each) => each.status === 'failed')
    const titles = failed.map(({ title }) => `${name}: ${title}`)
    return status === 'failed' && titles.length === 0 ? [`${name}: ${message}`] : titles
  })
  return red?.length ? red : noReport
}

const redOf = ({ file, suites = [], specs }: Suite): string[] => [
  ...specs.filter(({ ok }) => !ok).map(({ title }) => `${file}: ${title}`),
  ...suites.flatMap(redOf),
]

async function findRedJourneys(folder: string, seed: number): Promise<string[]> {
  const file = join(folder, 'browser.json')
  // Playwright knows no order but that of names: with another number of workers others meet.
  const order = ['--grep-invert', '@slow', '--workers', `${2 + (seed % 3)}`]
  const isGreen = await run(['playwright', 'test', ...order, '--reporter=json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  if (isGreen) return []
  const report = readReport<BrowserReport>(file)
  const red = [
    ...(report?.suites.flatMap(redOf) ?? []),
    ...(report?.errors.map(({ message }) => message) ?? []),
  ]
  return red.length ? red : noReport
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
  const folder = temporaryFolder()
  const load = isLoaded ? startLoad() : undefined
  const started = performance.now()
  const red = [
    ...(await findRedUnits(folder.path, seed)),
    ...(await findRedJourneys(folder.path, seed)),
  ]
  load?.end()
  folder.remove()
  const seconds = Math.round((performance.now() - started) / 1000)
  const place = isLoaded ? 'beside load' : 'alone'
  const said = red.length === 0 ? 'green' : `${red.length} red`
  process.stdout.write(
    `run ${index + 1} of ${runs}, seed ${seed}, ${place}: ${said}, ${seconds} s\n`,
  )
  for (const each of red) process.stdout.write(`  ${each}\n`)
  if (red.length === 0) green += 1
}
process.stdout.write(`${green} of ${runs} green\n`)
if (green < runs) process.exitCode = 1
