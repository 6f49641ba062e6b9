import { readdirSync, readFileSync } from 'node:fs'

/** The parent of each process. */
function readParents(): Map<number, number> {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const line = readFileSync(`/proc/${name}/stat`, 'utf8')
      // Behind the name, which may contain any character; see proc_pid_stat(5).
      const [, parent] = line.slice(line.lastIndexOf(')') + 2).split(' ')
      parents.set(Number(name), Number(parent))
    } catch {
      // It has ended.
    }
  }
  return parents
}

/** These processes and all their descendants, each once. */
function readTrees(roots: readonly number[]): Set<number> {
  const parents = readParents()
  const found = new Set(roots.filter((root) => parents.has(root)))
  for (const pid of found) {
    for (const [child, parent] of parents) if (parent === pid) found.add(child)
  }
  return found
}

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
