import type { Recording } from './record.ts'
import type { Recorded } from './records.ts'
import type { Random } from './seeded.ts'
import { SimulatedDisk } from './simulated-disk.ts'

/** So many of the points are between syncs at least. */
const leastBetween = 0.25

function sample(items: readonly number[], count: number, random: Random): number[] {
  const left = [...items]
  while (left.length > count) left.splice(random.below(left.length), 1)
  return left
}

/** The numbers of records after which something is on the disk for certain that was not before. */
export function findSyncs({ origin, inodes, records }: Recording): number[] {
  const disk = SimulatedDisk.of(origin, inodes)
  const isUseful = (record: Recorded) => {
    const before = disk.certainChanges
    disk.apply(record)
    return disk.certainChanges > before
  }
  return records.flatMap((record, index) => (isUseful(record) ? [index + 1] : []))
}

/** How many records have happened at each cut: after each sync, and anywhere. Ascending. */
export function choosePoints(recording: Recording, count: number, random: Random): number[] {
  const atSyncs = sample(findSyncs(recording), Math.floor(count * (1 - leastBetween)), random)
  const between = Array.from({ length: count - atSyncs.length }, () =>
    random.below(recording.records.length + 1),
  )
  return [...atSyncs, ...between].sort((a, b) => a - b)
}
