/**
 * `npm run power-cut [-- --seed N --points N --points-without N --without CURE]`: records what the product and its
 * database write and sync, makes the disk that a power cut may have left at many points, and checks
 * that the product has every acknowledged lead on it, once. Then the cures are switched off, one at a
 * time, and each time it must find that this is not so; `--points-without 0` leaves that out. With
 * `--without` only the cure of that name is switched off.
 */
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../../scripts/build.ts'
import { endProcessesUsing } from '../platforms/machine.ts'
import { checkCuts, type Outcome } from './check-cuts.ts'
import { type Cure, cures, type Differences } from './cures.ts'
import { choosePoints } from './cut-points.ts'
import { type Recording, record } from './record.ts'
import { seeded } from './seeded.ts'

/** Problems that are printed one by one. */
const shownProblems = 3

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    points: { type: 'string', default: '700' },
    'points-without': { type: 'string', default: '80' },
    without: { type: 'string' },
  },
})
const seed = Number(values.seed)
const printLine = (line: string) => process.stdout.write(`${line}\n`)

/** Disks are made in memory if the machine can: their own syncs prove nothing. */
const makeFolder = (parent: string) => realpathSync(mkdtempSync(join(parent, 'breezeway-cut-')))
const disks = makeFolder(existsSync('/dev/shm') ? '/dev/shm' : tmpdir())
const folder = makeFolder(tmpdir())

const recordings = new Map<string, Promise<Recording>>()

/** The recording of a product with some differences: one for all that have the same. */
function recordingWith({ settings = [], changes = [] }: Partial<Differences>): Promise<Recording> {
  const key = JSON.stringify({ settings, changes })
  const recording =
    recordings.get(key) ?? record(join(folder, String(recordings.size)), { settings, changes })
  recordings.set(key, recording)
  return recording
}

const kinds = ['lost', 'doubled', 'not replayed', 'damaged', 'not usable']

function report(name: string, outcomes: readonly Outcome[], began: number): void {
  const bad = outcomes.filter(({ problems }) => problems.length > 0)
  const counts = kinds.map((kind) => {
    const having = bad.filter(({ problems }) => problems.some((problem) => problem.includes(kind)))
    return having.length
  })
  const most = Math.max(0, ...outcomes.map(({ acknowledged }) => acknowledged))
  const seconds = Math.round((performance.now() - began) / 1000)
  printLine(`| ${[name, outcomes.length, most, ...counts, seconds].join(' | ')} |`)
  for (const { cut, problems, acknowledged } of bad.slice(0, shownProblems)) {
    process.stderr.write(`${problems.join(', ')} (${acknowledged} acknowledged; ${cut})\n`)
  }
}

/** True if nothing was lost; without a cure, if something was. */
async function isAsExpected(cure: Cure | undefined, points: number): Promise<boolean> {
  const began = performance.now()
  const recording = await recordingWith(cure ?? {})
  const chosen = choosePoints(recording, points, seeded(seed))
  const outcomes = await checkCuts({ recording, points: chosen, seed, disks, cure })
  report(cure ? `without ${cure.name}` : 'as it is', outcomes, began)
  const isFine = outcomes.every(({ problems }) => problems.length === 0)
  return cure ? !isFine : isFine
}

async function main(): Promise<boolean> {
  const without = cures.filter(({ name }) => name === values.without)
  if (values.without !== undefined && without.length === 0) {
    throw new Error(`--without takes one of ${cures.map(({ name }) => name).join(', ')}`)
  }
  await buildIfStale()
  printLine(`| | cuts | leads | ${kinds.join(' | ')} | seconds |`)
  printLine(`| --- |${' ---: |'.repeat(kinds.length + 3)}`)
  const points = Number(values.points)
  const [only] = without
  if (only) return isAsExpected(only, points)
  const results = [await isAsExpected(undefined, points)]
  const pointsWithout = Number(values['points-without'])
  if (pointsWithout === 0) return results.every(Boolean)
  for (const cure of cures) results.push(await isAsExpected(cure, pointsWithout))
  return results.every(Boolean)
}

let isEnding = false

/** Ends what was started, and removes what was made. */
async function end(code: number): Promise<void> {
  if (isEnding) return
  isEnding = true
  for (const made of [folder, disks]) {
    await endProcessesUsing(made)
    rmSync(made, { recursive: true, force: true })
  }
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(1))

try {
  await end((await main()) ? 0 : 1)
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`)
  await end(1)
}
