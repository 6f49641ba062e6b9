import { readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathsIn } from './folders.ts'

/** The setting that names the process which has started a server, by its id. */
export const ownerSetting = 'breezeway.owner'

/** The process id of the server that runs, or last ran, on a cluster. */
function readServerPid(cluster: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * The process that has started the server which runs on a cluster, if it is another than this one and
 * still runs. PostgreSQL keeps the settings that a server was started with in this file.
 */
export function findOwner(cluster: string): number | undefined {
  let settings = ''
  try {
    settings = readFileSync(join(cluster, 'postmaster.opts'), 'utf8')
  } catch {
    // It was started just now.
  }
  const owner = Number(new RegExp(`${ownerSetting}=(\\d+)`).exec(settings)?.[1])
  return owner && owner !== process.pid && isAlive(owner) ? owner : undefined
}

/**
 * The id of a process that is not the cluster's server but has its process id from postmaster.pid.
 * That happens when the server was killed and the machine or the container was started again:
 * PostgreSQL would then believe that the old server still runs. The working folder of a real server
 * is its cluster.
 */
export function findReusedPid(cluster: string): number | undefined {
  try {
    const pid = readServerPid(cluster)
    const { dev, ino } = statSync(`/proc/${pid}/cwd`)
    const own = statSync(cluster)
    return dev === own.dev && ino === own.ino ? undefined : pid
  } catch {
    // There is no postmaster.pid, no process with that id, or no /proc.
    return undefined
  }
}

/** An immediate shutdown takes less. */
const endMs = 5_000

/** Ends the server of a cluster as a crash would: the next start recovers. Its processes end with it. */
export async function endServer(cluster: string): Promise<void> {
  const pid = readServerPid(cluster)
  if (pid === undefined || findReusedPid(cluster) !== undefined) return
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

/**
 * Ends the server that still runs in a data folder, at once, and deletes the folder. Where a process
 * cannot be seen to be the server, it ends by itself: it looks each minute whether its files are there.
 */
export async function removeServer(dataDir: string): Promise<void> {
  if (process.platform === 'linux') await endServer(pathsIn(dataDir).cluster)
  // A program that was interrupted may still write there.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
}
