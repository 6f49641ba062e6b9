import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Sends a signal to a process. It may have ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const ps = async (...words: string[]) => (await promisify(execFile)('ps', words)).stdout

/** The command line of a process. Rejects if there is none. */
export const commandOf = (pid: number): Promise<string> => ps('-p', String(pid), '-o', 'args=')

/** The processes that a process has started. */
export async function childrenOf(parent: number): Promise<number[]> {
  const pairs = (await ps('-A', '-o', 'pid=,ppid='))
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([pid = 0, of]) => (of === parent ? [pid] : []))
}

/** Stops processes where they are for a time. */
export async function pause(pids: readonly number[], ms: number): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGSTOP')
  await sleep(ms)
  for (const pid of pids) signal(pid, 'SIGCONT')
}
