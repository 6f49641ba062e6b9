import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Sends a signal to a process. False if it had ended, or there is none: 0 stands for a whole group. */
export function kill(pid: number, signal: NodeJS.Signals): boolean {
  if (!(pid > 0)) return false
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** True while a process runs. False for a process that has ended and has not been reaped. */
export function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

/** The first process that another one has started; an empty text if there is none. */
export const firstChildOf = (pid: number | undefined) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0] ?? ''

/** A process and all that it has started. */
export function familyOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return [pid, ...children.filter(Boolean).flatMap((child) => familyOf(Number(child)))]
}

/** Stops processes where they are for a time. */
export async function pause(pids: readonly number[], ms: number): Promise<void> {
  for (const pid of pids) kill(pid, 'SIGSTOP')
  await sleep(ms)
  for (const pid of pids) kill(pid, 'SIGCONT')
}
