import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isAlive, kill } from './processes.ts'
import { waitUntil } from './wait.ts'

/** Runs a program and returns its standard output. Rejects if the program fails. */
export async function run(file: string, ...args: readonly string[]): Promise<string> {
  const options = { maxBuffer: 1e8, env: { ...process.env, LC_ALL: 'C' } }
  return (await promisify(execFile)(file, args, options)).stdout
}

function readOrNothing(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
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

/** Kills the processes that use a folder, and waits until they have ended. */
export async function endProcessesUsing(folder: string): Promise<void> {
  const haveEnded = () => {
    const pids = processesUsing(folder)
    for (const pid of pids) kill(pid, 'SIGKILL')
    return pids.length === 0
  }
  await waitUntil(`the end of the processes in ${folder}`, haveEnded, 30_000)
}

/** Deletes a folder. Throws if something is mounted in it, because that must not be deleted. */
async function removeFolder(path: string): Promise<void> {
  await endProcessesUsing(path)
  if (readFileSync('/proc/self/mounts', 'utf8').includes(path)) throw new Error(`mounted: ${path}`)
  await run('rm', '-rf', '--one-file-system', path)
}

/** Starts the record of what a row does to this machine. Every change is undone by `restore`. */
export function takeMachine() {
  const steps: (() => unknown)[] = []
  let isOver = false
  /** Registers a step for `restore`. The step that was registered last runs first. */
  function atEnd(step: () => unknown): void {
    // A row that has timed out still runs. This ends it when it next uses the machine.
    if (isOver) throw new Error('the row is over')
    steps.push(step)
  }
  return {
    atEnd,
    /** Makes a folder. At the end the processes that use it are killed and the folder is deleted. */
    folder(mode = 0o700) {
      const path = mkdtempSync(join(tmpdir(), 'breezeway-row-'))
      atEnd(() => removeFolder(path))
      chmodSync(path, mode)
      return path
    },
    /** Makes a folder and mounts a file system on it. */
    async mount(target: string, ...options: string[]) {
      mkdirSync(target, { recursive: true })
      await run('mount', ...options, target)
      atEnd(async () => {
        await endProcessesUsing(target)
        await run('umount', target)
      })
    },
    /** Undoes every change. Throws if a step failed. */
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

export type Machine = ReturnType<typeof takeMachine>
