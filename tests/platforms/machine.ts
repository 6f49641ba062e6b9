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

/** What one row of the table may do to this machine. Every change is undone by `restore`. */
export type Machine = {
  /** Registers a step for `restore`. The step that was registered last runs first. */
  atEnd: (step: () => unknown) => void
  /** Makes a folder. At the end the processes that use it are killed and the folder is deleted. */
  folder: (mode?: number, parent?: string) => string
  /** Makes a folder and mounts a file system on it. */
  mount: (target: string, ...options: string[]) => Promise<void>
  /**
   * Returns the words to put before a command, so that it runs with the mounts of this shell line.
   */
  withMounts: (script: string) => string[]
  /**
   * Returns the words to put before a command, so that it runs in a chroot, where the kernel
   * refuses user namespaces.
   */
  withoutNamespaces: () => string[]
  /** Undoes every change. Throws if a step failed. */
  restore: () => Promise<void>
}

/** One kind of machine, or one fault. */
export type Row = {
  name: string
  limitSeconds: number
  /** The run does not fail if this machine lacks what the row needs. */
  isOptional?: boolean
  /** Returns a text that says what happened. Throws if the product failed. */
  run: (machine: Machine) => Promise<string>
}

/** Runs a program and returns its standard output. Rejects if the program fails. */
export async function run(file: string, ...args: readonly string[]): Promise<string> {
  const options = { maxBuffer: 1e8, env: { ...process.env, LC_ALL: 'C' } }
  return (await promisify(execFile)(file, args, options)).stdout
}

/** Waits until a condition is true. An error in the condition counts as false. */
export async function until(
  what: string,
  limitMs: number,
  isTrue: () => boolean | Promise<boolean>,
): Promise<void> {
  for (const since = Date.now(); ; await sleep(20)) {
    try {
      if (await isTrue()) return
    } catch {
      // The condition is not true yet.
    }
    if (Date.now() - since > limitMs) throw new Error(`not within ${limitMs / 1000} s: ${what}`)
  }
}

/** Rejects when a promise takes too long. */
export async function within<T>(limitMs: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no result within ${limitMs / 1000} s`)), limitMs)
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

/** True while a process runs. False for a process that has ended and has not been reaped. */
export function isAlive(pid: number): boolean {
  const stat = readOrNothing(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  return stat !== '' && !/\) [ZX] /.test(stat)
}

/** The processes that have the folder as working folder, or in their arguments or environment. */
function processesUsing(folder: string): number[] {
  const usesFolder = (pid: number) =>
    [
      () => readlinkSync(`/proc/${pid}/cwd`),
      () => readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
      () => readFileSync(`/proc/${pid}/environ`, 'utf8'),
    ].some((read) => readOrNothing(read).includes(folder))
  const pids = readdirSync('/proc').map(Number)
  return pids.filter((pid) => pid > 1 && pid !== process.pid && isAlive(pid) && usesFolder(pid))
}

/** Kills a process. False if it had ended. */
export function kill(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Kills the processes that use a folder, and waits until they have ended. */
export async function endProcessesUsing(folder: string): Promise<void> {
  await until(`the end of the processes in ${folder}`, 30_000, () => {
    const pids = processesUsing(folder)
    for (const pid of pids) kill(pid, 'SIGKILL')
    return pids.length === 0
  })
}

/** Deletes a folder. Throws if something is mounted in it, because that must not be deleted. */
async function removeFolder(path: string): Promise<void> {
  await endProcessesUsing(path)
  if (readFileSync('/proc/self/mounts', 'utf8').includes(path)) throw new Error(`mounted: ${path}`)
  await run('rm', '-rf', '--one-file-system', path)
}

const makeTemporary = (parent = tmpdir()) => mkdtempSync(join(parent, 'breezeway-platform-'))

/** Starts the record of changes for one row. */
export function takeMachine(): Machine {
  const steps: (() => unknown)[] = []
  let isOver = false
  /** A row that has timed out still runs. This ends it when it next uses the machine. */
  function assertGoingOn(): void {
    if (isOver) throw new Error('the row is over')
  }
  function atEnd(step: () => unknown): void {
    assertGoingOn()
    steps.push(step)
  }
  const withMounts = (script: string) => [
    ...['unshare', '--mount', 'sh', '-c', `set -e; ${script}; exec "$@"`, 'sh'],
  ]
  return {
    atEnd,
    withMounts,
    folder(mode = 0o700, parent) {
      assertGoingOn()
      const path = makeTemporary(parent)
      atEnd(() => removeFolder(path))
      chmodSync(path, mode)
      return path
    },
    async mount(target, ...options) {
      assertGoingOn()
      mkdirSync(target, { recursive: true })
      const mounting = run('mount', ...options, target)
      atEnd(async () => {
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
      const root = makeTemporary()
      atEnd(() => rmdirSync(root))
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
