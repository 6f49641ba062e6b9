import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { anyCut, findAfter } from './after-cut.ts'
import { checkFolder, type Findings } from './check-folder.ts'
import type { Cure } from './cures.ts'
import { materialise } from './materialise.ts'
import { names, type Recording } from './record.ts'
import { seeded } from './seeded.ts'
import { firstContent, SimulatedDisk, type SimulatedFile } from './simulated-disk.ts'

/** Points that are checked at once. */
const lanes = 3

/** What to cut, where the disks are made, and what is switched off. */
export type Cuts = {
  recording: Recording
  points: readonly number[]
  seed: number
  disks: string
  cure: Cure | undefined
}

/** What was found after one cut, and which one it was. */
export type Outcome = Findings & { acknowledged: number; cut: string }

/** Makes the disk after one cut and checks it. The disk may go on as soon as this has begun. */
function cutAndCheck(cuts: Cuts, disk: SimulatedDisk, point: number): Promise<Outcome> {
  const { recording, seed, disks } = cuts
  const random = seeded(seed * 1_000_003 + point)
  const cut = anyCut(random)
  const first = (file: SimulatedFile) => firstContent(recording.origin, file)
  const found = findAfter(disk.root, first, cut, random)
  const acknowledged = disk.contentOf(names.acknowledged).split('\n').slice(0, -1)
  const target = join(disks, crypto.randomUUID())
  const check = async (): Promise<Findings> => {
    try {
      await materialise(recording.origin, found, target)
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

/** Goes through the recording once, and cuts the power at each point. */
export async function checkCuts(cuts: Cuts): Promise<Outcome[]> {
  const { recording, points, cure } = cuts
  const disk = SimulatedDisk.of(recording.origin, recording.inodes, cure?.countsSync)
  const outcomes: Promise<Outcome>[] = []
  const running = new Set<Promise<Outcome>>()
  let applied = 0
  for (const point of points) {
    for (const next of recording.records.slice(applied, point)) disk.apply(next)
    applied = point
    while (running.size >= lanes) await Promise.race(running)
    const outcome = cutAndCheck(cuts, disk, point)
    outcomes.push(outcome)
    running.add(outcome)
    outcome.finally(() => running.delete(outcome))
  }
  return Promise.all(outcomes)
}
