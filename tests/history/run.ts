/**
 * `npm run faults`: the tests against faults at full length, and then histories on every setup with
 * seeds of chance. With `--seed` it runs the history of that seed only.
 */
import { spawn } from 'node:child_process'
import { Console } from 'node:console'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../../scripts/build.ts'
import { runHistory } from './run-history.ts'
import { problemsOfSetups, setups } from './setups.ts'
import { copyWithout } from './without.ts'

/** Tests that are shorter in `npm test`. */
const atFullLength = ['tests/faults', 'src/server/referrals/offers/offer-sequences.test.ts']

const leadsInAll = 100_000
const leadsPerFault = 1_000
const fewestFaults = 20

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    setup: { type: 'string' },
    leads: { type: 'string' },
    faults: { type: 'string' },
    without: { type: 'string' },
    senders: { type: 'string', default: '24' },
  },
})
const screen = new Console(process.stdout)

type Run = {
  seed: number
  setup: string
  leads: number
  faults: number
  without?: string | undefined
}

const wordsOf = ({ seed, setup, leads, faults, without }: Run) =>
  `--seed ${seed} --setup ${setup} --leads ${leads} --faults ${faults}${without ? ` --without ${without}` : ''}`

/** Runs one history and prints what it shows. False if there is a problem. */
async function show(run: Run): Promise<boolean> {
  const { seed, setup, leads, faults, without } = run
  const start = setups[setup]
  if (!start) throw new Error(`there is no setup ${setup}, only ${Object.keys(setups).join(', ')}`)
  const folder = mkdtempSync(join(tmpdir(), `breezeway-history-${setup}-${seed}-`))
  screen.log(`npm run faults -- ${wordsOf(run)}\nschedule, history and logs: ${folder}`)
  const began = performance.now()
  const { problems, figures } = await runHistory({
    seed,
    leads,
    start,
    folder,
    usesMachine: true,
    faults,
    senders: Number(values.senders),
    checkout: without && copyWithout(without, folder),
  }).catch(({ message, cause }: Error) => ({ problems: [`${message}: ${cause}`], figures: [] }))
  screen.table(figures)
  screen.log(`${Math.round((performance.now() - began) / 1000)} s`)
  screen.log(problems.length > 0 ? `PROBLEMS\n${problems.join('\n')}` : 'no problem')
  return problems.length === 0
}

/** Runs the tests of `tests/faults` at full length. */
async function runTests(): Promise<boolean> {
  const child = spawn('vitest', ['run', '--mode', 'full', ...atFullLength], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  return code === 0
}

/** The setups that this machine can have; says which ones it cannot. */
function possibleSetups(): string[] {
  const problems = problemsOfSetups()
  return Object.keys(setups).filter((name) => {
    if (problems[name]) screen.log(`left out: ${name}. ${problems[name]}.`)
    return !problems[name]
  })
}

async function main(): Promise<boolean> {
  const names = values.setup ? [values.setup] : possibleSetups()
  const isOne = values.seed !== undefined
  const share = Math.ceil(leadsInAll / names.length)
  let isFine = isOne || values.setup !== undefined || (await runTests())
  await buildIfStale()
  for (const setup of isOne ? names.slice(0, 1) : names) {
    const seed = isOne ? Number(values.seed) : randomInt(1_000_000)
    const leads = values.leads ? Number(values.leads) : isOne ? 2_000 : share
    const usual = Math.max(fewestFaults, Math.round(leads / leadsPerFault))
    const faults = values.faults ? Number(values.faults) : usual
    isFine = (await show({ seed, setup, leads, faults, without: values.without })) && isFine
  }
  return isFine
}

process.exitCode = (await main()) ? 0 : 1
