import { execFile } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** This machine lacks what a row needs. The message says what. */
export class NotPossible extends Error {}

/** A row's hold on the machine: what it changes, each with the way to undo it. */
export type Machine = {
  /** Done when the row is over, before what was registered earlier. */
  later: (step: () => unknown) => void
  /** A folder of its own, deleted in the end with the processes that use it. */
  folder: (mode?: number, parent?: string) => string
  /** Mounts on a folder, and makes that first. */
  mount: (target: string, ...options: string[]) => Promise<void>
  /** What a command has in front to run on other mounts, made by a line of shell. */
  withMounts: (script: string) => string[]
  /** What a command has in front so that the kernel refuses it user namespaces, as to any chroot. */
  withoutNamespaces: () => string[]
  /** Undoes everything. */
  restore: () => Promise<void>
}

/** Runs a program and answers what it printed. Rejects with what it said. */
export async function run(file: string, ...args: readonly string[]): Promise<string> {
  const options = { maxBuffer: 1e8, env: { ...process.env, LC_ALL: 'C' } }
  return (await promisify(execFile)(file, args, options)).stdout
}

/** Waits until something is so; what throws is not so. */
export async function until(
  what: string,
  limitMs: number,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  for (const since = Date.now(); ; await sleep(20)) {
    try {
      if (await isSo()) return
    } catch {
      // Not yet.
    }
    if (Date.now() - since > limitMs) throw new Error(`not within ${limitMs / 1000} s: ${what}`)
  }
}

/** Rejects when a promise takes too long. */
export async function within<T>(limitMs: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`hangs: over ${limitMs / 1000} s`)), limitMs)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

function readOrNothing(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

/** True while a process runs; not for one that has ended and waits to be reaped. */
export function isAlive(pid: number): boolean {
  const stat = readOrNothing(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  return stat !== '' && !/\) [ZX] /.test(stat)
}

/** The processes that work in a folder, or were told of it. */
function processesUsing(folder: string): number[] {
  const doesUse = (pid: number) =>
    [
      () => readlinkSync(`/proc/${pid}/cwd`),
      () => readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
      () => readFileSync(`/proc/${pid}/environ`, 'utf8'),
    ].some((read) => readOrNothing(read).includes(folder))
  const pids = readdirSync('/proc').map(Number)
  return pids.filter((pid) => pid > 1 && pid !== process.pid && isAlive(pid) && doesUse(pid))
}

/** Kills a process. False if it had ended. */
export function kill(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Kills whatever uses a folder, and waits until it is gone. */
export async function endProcessesUsing(folder: string): Promise<void> {
  await until(`the end of the processes in ${folder}`, 30_000, () => {
    const pids = processesUsing(folder)
    for (const pid of pids) kill(pid, 'SIGKILL')
    return pids.length === 0
  })
}

/** Never deletes through a mount: what is mounted is not ours. */
async function removeFolder(path: string): Promise<void> {
  await endProcessesUsing(path)
  if (readFileSync('/proc/self/mounts', 'utf8').includes(path)) throw new Error(`mounted: ${path}`)
  await run('rm', '-rf', '--one-file-system', path)
}

const temporary = (parent = tmpdir()) => mkdtempSync(join(parent, 'breezeway-platform-'))

/** Takes hold of the machine for one row. */
export function takeMachine(): Machine {
  const steps: (() => unknown)[] = []
  let isOver = false
  /** A row that was broken off goes on until it next asks for something. */
  function assertGoingOn(): void {
    if (isOver) throw new Error('the row is over')
  }
  function later(step: () => unknown): void {
    assertGoingOn()
    steps.push(step)
  }
  const withMounts = (script: string) => [
    ...['unshare', '--mount', 'sh', '-c', `set -e; ${script}; exec "$@"`, 'sh'],
  ]
  return {
    later,
    withMounts,
    folder(mode = 0o700, parent) {
      assertGoingOn()
      const path = temporary(parent)
      later(() => removeFolder(path))
      chmodSync(path, mode)
      return path
    },
    async mount(target, ...options) {
      assertGoingOn()
      mkdirSync(target, { recursive: true })
      const mounting = run('mount', ...options, target)
      later(async () => {
        const isMounted = await mounting.then(
          () => true,
          () => false,
        )
        if (!isMounted) return
        await endProcessesUsing(target)
        await run('umount', target)
      })
      await mounting
    },
    withoutNamespaces() {
      assertGoingOn()
      const root = temporary()
      later(() => rmdirSync(root))
      return [...withMounts(`mount --rbind / ${root}`), 'chroot', root]
    },
    async restore() {
      isOver = true
      const problems: string[] = []
      for (let step = steps.pop(); step; step = steps.pop()) {
        try {
          await step()
        } catch (error) {
          problems.push((error as Error).message)
        }
      }
      if (problems.length > 0) throw new Error(`not restored: ${problems.join('; ')}`)
    },
  }
}
