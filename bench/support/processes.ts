import { readdirSync, readFileSync } from 'node:fs'
import { familyOf } from '#tests/support/machine/processes.ts'

/** These processes and all their descendants, each once. */
const readTrees = (roots: readonly number[]) => new Set(roots.flatMap(familyOf))

/** The processor time of all threads of these processes and their descendants, in microseconds. */
export function threadMicroseconds(roots: readonly number[]): number {
  let nanoseconds = 0
  for (const pid of readTrees(roots)) {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const times = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')
      nanoseconds += Number(times.split(' ', 1)[0])
    }
  }
  return nanoseconds / 1000
}

/** The memory of these processes and their descendants, shared memory once; millions of bytes. */
export function memoryMb(roots: readonly number[]): number {
  let kibibytes = 0
  for (const pid of readTrees(roots)) {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      kibibytes += Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1])
    } catch (error) {
      // A process that has ended in the meantime uses no memory.
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
  return (kibibytes * 1024) / 1e6
}
