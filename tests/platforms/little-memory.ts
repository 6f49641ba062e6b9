import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { embeddedIn } from '#tests/support/database/ask-database.ts'
import { isAlive } from '#tests/support/machine/processes.ts'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { ownerEnv, signInOwner } from '#tests/support/owner.ts'
import { postmasterOf } from '#tests/support/postgres-server.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { fillInboxAt } from '../../bench/support/fill-leads.ts'
import type { Backup, BackupStatus } from '../../src/contracts/health/backups.ts'
import { apiPaths, pagePaths } from '../../src/contracts/routes.ts'
import { assertStored, sendTaken, start, stopCleanly } from './product.ts'

/** What the README asks for: a site with its own PostgreSQL. */
const leastMegabytes = 512
/** The row shows that even with so much less it holds. */
const marginMegabytes = 64
/** The site runs with it, and a backup does not. */
const tooFewMegabytes = 256
/** What the process that makes a backup may take beside the site. */
const mostForBackupMegabytes = 100
const leads = 100_000
const backupLimitMs = 180_000

const root = '/sys/fs/cgroup'

/** A group of processes that share so much memory, as in a container or on a small machine. */
type MemoryGroup = {
  /** The words to put before a command, so that it runs in the group. */
  prefix: string[]
  /** The processes in it, by their numbers. */
  processes: () => string[]
  /** How many processes the system has ended for lack of memory. */
  countEnded: () => number
}

/** What a group is made of, by the version of cgroups. */
function filesOf(): {
  parent: string
  limit: string
  swapLimit: [string, (bytes: number) => number]
  events: string
} {
  if (existsSync(join(root, 'memory'))) {
    // Version 1 limits memory and swap together.
    const swapLimit: [string, (bytes: number) => number] = [
      'memory.memsw.limit_in_bytes',
      (bytes) => bytes,
    ]
    return {
      parent: join(root, 'memory'),
      limit: 'memory.limit_in_bytes',
      swapLimit,
      events: 'memory.oom_control',
    }
  }
  const controllers = join(root, 'cgroup.controllers')
  if (!existsSync(controllers) || !/\bmemory\b/.test(readFileSync(controllers, 'utf8')))
    throw new Error('no control group for memory')
  writeFileSync(join(root, 'cgroup.subtree_control'), '+memory')
  return {
    parent: root,
    limit: 'memory.max',
    swapLimit: ['memory.swap.max', () => 0],
    events: 'memory.events',
  }
}

/** Makes a group of so much memory, and no swap. */
function makeMemoryGroup(machine: Machine, megabytes: number): MemoryGroup {
  const { parent, limit, swapLimit, events } = filesOf()
  const path = join(parent, `breezeway-${process.pid}-${megabytes}`)
  mkdirSync(path)
  machine.atEnd(() =>
    waitUntil(
      `the end of all processes in ${path}`,
      () => {
        rmdirSync(path)
        return true
      },
      30_000,
    ),
  )
  const bytes = megabytes * 1024 * 1024
  writeFileSync(join(path, limit), String(bytes))
  const [file, of] = swapLimit
  // A kernel without swap accounting has no such file.
  if (existsSync(join(path, file))) writeFileSync(join(path, file), String(of(bytes)))
  return {
    prefix: ['sh', '-c', `echo $$ > ${join(path, 'cgroup.procs')}; exec "$@"`, 'sh'],
    processes: () => readFileSync(join(path, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean),
    countEnded: () =>
      Number(/^oom_kill (\d+)$/m.exec(readFileSync(join(path, events), 'utf8'))?.[1] ?? Number.NaN),
  }
}

type Part = 'maker' | 'trial'

/** What a process is of a backup: the one that makes it, or one of the database in which it is tried. */
function partOf(pid: string): Part | undefined {
  try {
    if (
      readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        .split('\0')
        .some((word) => /[/]job[.][jt]s$/.test(word))
    )
      return 'maker'
    return readlinkSync(`/proc/${pid}/cwd`).includes('/trial-') ? 'trial' : undefined
  } catch {
    return undefined
  }
}

/** The memory of a process that no file gives back, with its share of what it has in common with others. */
function megabytesOf(pid: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const kilobytes = [...text.matchAll(/^Pss_(?:Anon|Shmem): +(\d+) kB$/gm)]
    return kilobytes.reduce((sum, [, each]) => sum + Number(each), 0) / 1024
  } catch {
    return 0
  }
}

/** Measures what a backup takes, until the result is called, which returns the most of each part. */
function measureBackup({ processes }: MemoryGroup): () => Promise<Record<Part, number>> {
  const most = { maker: 0, trial: 0 }
  let isOver = false
  const measuring = (async () => {
    for (; !isOver; await sleep(100)) {
      const now = { maker: 0, trial: 0 }
      for (const pid of processes()) {
        const part = partOf(pid)
        if (part) now[part] += megabytesOf(pid)
      }
      for (const part of ['maker', 'trial'] as const) most[part] = Math.max(most[part], now[part])
    }
  })()
  return async () => {
    isOver = true
    await measuring
    return most
  }
}

/** Has a backup made as an admin does, while visitors load pages and send requests. */
async function backUp(server: ServerProcess, names: string[]): Promise<Backup> {
  const { headers, read } = await signInOwner(server.url)
  const asked = await fetch(server.url + apiPaths.backups, { method: 'POST', headers })
  if (asked.status !== 202) throw new Error(`a backup: ${asked.status} ${await asked.text()}`)
  let newest: Backup | undefined
  await waitUntil(
    'the end of the backup',
    async () => {
      const page = await fetch(server.url + pagePaths.home)
      if (page.status !== 200) throw new Error(`a page was answered ${page.status}`)
      await page.arrayBuffer()
      names.push(await sendTaken(server, 'Beside a backup'))
      newest = (await read<BackupStatus>(apiPaths.backups)).backups[0]
      return newest !== undefined && newest.state !== 'running'
    },
    backupLimitMs,
  )
  if (!newest) throw new Error('there is no backup')
  return newest
}

/** A backup of a large site within a limit of memory, and what became of it. */
async function tryBackup(machine: Machine, megabytes: number) {
  const dataDir = join(machine.folder(), 'data')
  const env = {
    ...{ ...ownerEnv, BACKUP_SCHEDULE: 'off' },
    // As `npm start` has it.
    NODE_OPTIONS: '--max-semi-space-size=10',
  }
  const filling = await start({ dataDir, env, withDatabase: true })
  await fillInboxAt(embeddedIn(dataDir), leads)
  await stopCleanly(filling, dataDir)
  const group: MemoryGroup = makeMemoryGroup(machine, megabytes)
  const server = await start({ dataDir, env, prefix: group.prefix, withDatabase: true })
  const postmaster = postmasterOf(dataDir)
  const names: string[] = []
  const endMeasuring = measureBackup(group)
  const backup = await backUp(server, names)
  const most = await endMeasuring()
  const ended = group.countEnded()
  const { state, problem } = backup
  const said = `with ${megabytes} MB a backup of ${leads} leads beside ${names.length} visitors is ${state} (${problem}); it takes ${Math.round(most.maker)} MB, and its trial ${Math.round(most.trial)} MB; ${ended} processes were ended`
  if (!isAlive(server.pid)) throw new Error(`the site has ended: ${said}`)
  if (postmasterOf(dataDir) !== postmaster || !isAlive(postmaster))
    throw new Error(`PostgreSQL was started again: ${said}`)
  await assertStored(dataDir, names)
  await stopCleanly(server, dataDir)
  return { backup, most, ended, said }
}

/** A large site with the memory that we ask for makes a backup while it serves. */
export async function leastMemory(machine: Machine): Promise<string> {
  const { backup, most, ended, said } = await tryBackup(machine, leastMegabytes - marginMegabytes)
  if (backup.state !== 'done' || backup.problem !== null || ended > 0) throw new Error(said)
  if (most.maker === 0 || most.maker > mostForBackupMegabytes) throw new Error(said)
  return said
}

/** With less, the backup ends and says so, and the site does not notice. */
export async function tooLittleMemory(machine: Machine): Promise<string> {
  const { backup, ended, said } = await tryBackup(machine, tooFewMegabytes)
  const saysSo = backup.problem?.includes('too little memory')
  if (backup.state !== 'failed' || !saysSo || ended === 0) throw new Error(said)
  return said
}
