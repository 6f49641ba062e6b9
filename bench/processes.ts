import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const startTimeoutMs = 60_000
const endTimeoutMs = 15_000

/** A server that listens, in its own process. */
export type Program = {
  url: string
  pid: number
  /** When its process was started, by `performance.now`. */
  spawnedAt: number
  /** Sends SIGTERM and waits for the end. Kills the process if that takes longer than 15 s. */
  end: () => Promise<void>
}

/** What to run and where. `env` is added to the variables that every server gets. */
export type ProgramOptions = {
  args: string[]
  env: Record<string, string>
  node?: string
  cwd?: string
}

/** The arguments with which a checkout's `npm start` runs Node: flags, and the script last. */
export function startArguments(folder: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return scripts.start.replace(/^exec node /, '').split(' ')
}

const cleanUps = new Set<() => void>()

process.once('exit', () => {
  for (const cleanUp of [...cleanUps].reverse()) cleanUp()
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(1))
}

/**
 * Registers a step for the end of this process. The last step runs first. Returns a function that
 * cancels it.
 */
export function atExit(cleanUp: () => void): () => void {
  cleanUps.add(cleanUp)
  return () => void cleanUps.delete(cleanUp)
}

/** Sends a signal to a process that may have ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * Starts a server on a free port and waits for the line on its standard output that has its
 * address. Its log, on standard error, is discarded.
 */
export async function startProgram({ args, env, node, cwd }: ProgramOptions): Promise<Program> {
  const { PATH = '' } = process.env
  const spawnedAt = performance.now()
  const child = spawn(node ?? process.execPath, args, {
    env: { PATH, PORT: '0', NODE_ENV: 'production', DRAIN_SECONDS: '0', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    ...(cwd && { cwd }),
  })
  const cancelExit = atExit(() => child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string) => {
      child.kill('SIGKILL')
      reject(new Error(`${args.join(' ')} ${reason}: ${output}`))
    }
    const timer = setTimeout(fail, startTimeoutMs, 'did not start in time')
    child.once('error', reject)
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`exited with ${code}`)
    })
    child.stdout.on('data', (text) => {
      output += text
      const address = /is at (http:\S+)/.exec(output)?.[1]
      if (!address) return
      clearTimeout(timer)
      resolve(address)
    })
  })
  return {
    url,
    pid: child.pid ?? 0,
    spawnedAt,
    async end() {
      const timer = setTimeout(() => child.kill('SIGKILL'), endTimeoutMs)
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await exited
      clearTimeout(timer)
      cancelExit()
    },
  }
}

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

/**
 * The processor time of these processes and their descendants, ended ones included; milliseconds.
 */
export function processorMs(roots: readonly number[]): number {
  const ticks = [...readTrees(roots).values()].reduce((sum, stat) => sum + stat.ticks, 0)
  return (ticks / ticksPerSecond) * 1000
}

/**
 * The processor time that the threads of these processes and their descendants have taken until now,
 * in microseconds: as exact as the scheduler counts it, where `processorMs` counts in hundredths of
 * a second.
 */
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

/**
 * The memory of these processes and their descendants, shared memory counted once; millions of
 * bytes.
 */
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

/** The parent of a process; undefined if it has ended. */
export const parentOf = (pid: number) => readStat(pid)?.parent

/** The name of a process's program; undefined if it has ended. */
export function programOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return undefined
  }
}

/** Resolves to true as soon as the condition is true, or to false after `timeoutMs`. */
export async function waitUntil(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  for (const deadline = performance.now() + timeoutMs; !condition(); await sleep(20)) {
    if (performance.now() > deadline) return false
  }
  return true
}
