import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The process id in postmaster.pid, of the server that runs, or last ran, on a cluster. */
function readServerPid(cluster: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}

/** The process of a server that recovers the database from its log; undefined without one. */
export function findStartupProcess(pid: number): number | undefined {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const isStartup = (child: string) =>
    readFileSync(`/proc/${child}/cmdline`, 'utf8').startsWith('postgres: startup')
  return children
    .filter(Boolean)
    .map(Number)
    .find((child) => isStartup(String(child)))
}

/**
 * True if no process of the server recovers, although it tells its clients that it does. PostgreSQL
 * 18 stays so for ever where recovery fails in a restart after a crash, as by a disk that gives
 * errors for some seconds. False on other systems than Linux, where this cannot be seen.
 */
function hasLostRecovery(cluster: string): boolean {
  const pid = readServerPid(cluster)
  if (pid === undefined || process.platform !== 'linux') return false
  try {
    return findStartupProcess(pid) === undefined
  } catch {
    // A process has ended in between.
    return false
  }
}

/** After a crash the server ends its processes before it recovers: it kills them after five seconds. */
const longestWithoutRecoveryMs = 10_000
/** A disk that hangs, or a machine that is very busy, keeps a server silent for seconds. */
const longestSilenceMs = 60_000
/** An immediate shutdown takes less. */
const endMs = 5_000

/** Ends a server as a crash would: the next start recovers. Its processes end with it. */
export async function endServer(cluster: string): Promise<void> {
  const pid = readServerPid(cluster)
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGQUIT')
    for (let waitedMs = 0; waitedMs < endMs; waitedMs += 100) {
      await sleep(100)
      process.kill(pid, 0)
    }
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** What a server says to a client that connects. */
export type ServerAnswer = 'ready' | 'recovering' | 'stopping' | 'silent' | 'absent'

/** Watches a server's answers, and ends a server that makes no progress. Returns whether it did. */
export function createStuckWatch(cluster: string) {
  let stuckAs: ServerAnswer | undefined
  let since = 0
  return async (answer: ServerAnswer): Promise<boolean> => {
    const isStuck = answer === 'silent' || (answer === 'recovering' && hasLostRecovery(cluster))
    const now = performance.now()
    if (!isStuck || stuckAs !== answer) since = now
    stuckAs = isStuck ? answer : undefined
    const longestMs = answer === 'silent' ? longestSilenceMs : longestWithoutRecoveryMs
    if (!isStuck || now - since < longestMs) return false
    stuckAs = undefined
    await endServer(cluster)
    return true
  }
}
