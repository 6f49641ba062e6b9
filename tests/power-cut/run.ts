/**
 * `npm run power-cut [-- --seed N --points N --without CURE]`: records what the product and its
 * database write and sync, makes the disk that a power cut may have left at many points, and checks
 * that the product has every acknowledged lead on it, once. With a cure switched off it must find
 * that this is not so.
 */
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../../scripts/build.ts'
import { anyCut, findAfter } from './after-cut.ts'
import { checkFolder, type Findings } from './check.ts'
import { choosePoints, cures } from './cut-points.ts'
import { materialise } from './materialise.ts'
import { names, type Recording, record } from './record.ts'
import { seeded } from './seeded.ts'
import { firstContent, SimulatedDisk } from './simulated-disk.ts'

/** Points that are checked at once. */
const lanes = 3

/** Problems that are printed one by one. */
const shownProblems = 8

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    points: { type: 'string', default: '600' },
    without: { type: 'string' },
  },
})
const printLine = (line: string) => process.stdout.write(`${line}\n`)

/** Disks are made in memory if the machine can: their own syncs prove nothing. */
const makeFolder = (parent: string) => realpathSync(mkdtempSync(join(parent, 'breezeway-cut-')))
const disks = makeFolder(existsSync('/dev/shm') ? '/dev/shm' : tmpdir())

type Outcome = { problems: string[]; stored: number; acknowledged: number; cut: string }

/** Makes the disk after one cut and checks it. The disk may go on as soon as this has begun. */
function cutAndCheck(recording: Recording, disk: SimulatedDisk, point: number): Promise<Outcome> {
  const random = seeded(Number(values.seed) * 1_000_003 + point)
  const cut = anyCut(random)
  const { origin } = recording
  const found = findAfter(disk.root, (file) => firstContent(origin, file), cut, random)
  const acknowledged = disk.contentOf(names.acknowledged).split('\n').slice(0, -1)
  const target = join(disks, crypto.randomUUID())
  const check = async (): Promise<Findings> => {
    try {
      await materialise(origin, found, target)
      return await checkFolder(join(target, names.data), acknowledged)
    } catch (error) {
      return { problems: [`not usable: ${(error as Error).message}`], stored: 0 }
    } finally {
      rmSync(target, { recursive: true, force: true })
    }
  }
  const where = `record ${point} of ${recording.records.length}, ${cut.keeps} kept, sectors of ${cut.sector}`
  return check().then((findings) => {
    return { ...findings, acknowledged: acknowledged.length, cut: where }
  })
}

/** Goes through the recording once, and stops at each point. */
async function checkAll(
  recording: Recording,
  points: readonly number[],
  disk: SimulatedDisk,
): Promise<Outcome[]> {
  const outcomes: Promise<Outcome>[] = []
  const running = new Set<Promise<Outcome>>()
  let applied = 0
  for (const point of points) {
    for (; applied < point; applied += 1) {
      const next = recording.records[applied]
      if (next) disk.apply(next)
    }
    while (running.size >= lanes) await Promise.race(running)
    const outcome = cutAndCheck(recording, disk, point)
    outcomes.push(outcome)
    running.add(outcome)
    outcome.finally(() => running.delete(outcome))
  }
  return Promise.all(outcomes)
}

function report(outcomes: readonly Outcome[]): boolean {
  const bad = outcomes.filter(({ problems }) => problems.length > 0)
  for (const { cut, problems, acknowledged } of bad.slice(0, shownProblems)) {
    printLine(`${problems.join(', ')} (${acknowledged} acknowledged; ${cut})`)
  }
  const has = (word: string) =>
    bad.filter(({ problems }) => problems.some((problem) => problem.includes(word))).length
  const most = Math.max(0, ...outcomes.map(({ acknowledged }) => acknowledged))
  printLine(
    `${outcomes.length} cuts, up to ${most} leads acknowledged. Cuts with leads lost: ${has('lost')}; doubled: ${has('doubled')}; not replayed: ${has('replayed')}; damaged: ${has('damaged')}; not usable: ${has('usable')}`,
  )
  return bad.length === 0
}

async function main(): Promise<boolean> {
  const cure = values.without === undefined ? {} : cures[values.without]
  if (!cure) throw new Error(`--without takes one of ${Object.keys(cures).join(', ')}`)
  await buildIfStale()
  const folder = makeFolder(tmpdir())
  try {
    const recording = await record(folder, cure.settings ?? [])
    const random = seeded(Number(values.seed))
    const points = choosePoints(recording, Number(values.points), random)
    const disk = SimulatedDisk.of(recording.origin, recording.inodes, cure.countsSync)
    const isFine = report(await checkAll(recording, points, disk))
    return values.without === undefined ? isFine : !isFine
  } finally {
    for (const made of [folder, disks]) rmSync(made, { recursive: true, force: true })
  }
}

const began = performance.now()
const isAsExpected = await main()
printLine(`${Math.round((performance.now() - began) / 1000)} s`)
process.exit(isAsExpected ? 0 : 1)
