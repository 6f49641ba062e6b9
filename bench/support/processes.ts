import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

type Stat = { parent: number; ticks: number }

/** Undefined if the process has ended. */
function readStat(pid: number): Stat | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Reads from field 3 on, after the name, which may contain any character; see proc_pid_stat(5).
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15).map(Number)
    return { parent: Number(fields[1]), ticks: utime + stime + cutime + cstime }
  } catch {
    return undefined
  }
}

/** These processes and all their descendants, each once. */
function readTrees(roots: readonly number[]): Map<number, Stat> {
  const all = new Map<number, Stat>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined
    if (stat) all.set(Number(name), stat)
  }
  const found = new Map<number, Stat>()
  const add = (pid: number) => {
    const stat = all.get(pid)
    if (!stat || found.has(pid)) return
    found.set(pid, stat)
    for (const [child, { parent }] of all) if (parent === pid) add(child)
  }
  for (const root of roots) add(root)
  return found
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** The processor time of these processes and their descendants, ended ones included; milliseconds. */
export function processorMs(roots: readonly number[]): number {
  const ticks = [...readTrees(roots).values()].reduce((sum, stat) => sum + stat.ticks, 0)
  return (ticks / ticksPerSecond) * 1000
}

/** The same of all threads that live, in microseconds, as exact as the scheduler counts it. */
export function threadMicroseconds(roots: readonly number[]): number {
  let nanoseconds = 0
  for (const pid of readTrees(roots).keys()) {
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
  for (const pid of readTrees(roots).keys()) {
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
