import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, embeddedIn } from '#tests/support/database/ask-database.ts'
import { needPackages } from '#tests/support/machine/debian.ts'
import { familyOf, kill } from '#tests/support/machine/processes.ts'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { postmasterOf } from '#tests/support/postgres-server.ts'
import { readReadiness } from '#tests/support/server-process.ts'
import { start, stopCleanly } from './product.ts'
import { assertTrue, startTold, type ToldSite, untilRemembered, untilSettled } from './told-site.ts'
import { beginVisits, type Seen } from './visits.ts'

const calls = 'fsync,fdatasync'
const failsForMs = 6_000
const visitEveryMs = 500
/** A visitor finds the site again so soon after a start, whatever the database does. */
const listenLimitMs = 30_000
/** A PostgreSQL that makes no progress is ended and started again within this time. */
const backLimitMs = 90_000

/** What happens to calls of the system, in the words of strace. */
type Injection = {
  /** The calls, such as `fsync,fdatasync`. */
  calls: string
  /** Such as `error=EIO` or `delay_enter=2000000`, in microseconds. */
  does: string
  /** Only those on this file. */
  path?: string
}

/** What is done to processes, until `end`, which returns how many calls it was done to. */
type Injected = { end: () => Promise<number> }

/** True while every thread of a process is under strace, and for a process that has ended. */
function isTraced(pid: number): boolean {
  try {
    return !/^TracerPid:\t0$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return true
  }
}

/** Does something to calls that processes, and those that they start from now on, make of the system. */
async function inject(
  machine: Machine,
  pids: readonly number[],
  { calls, does, path }: Injection,
): Promise<Injected> {
  needPackages({ strace: '/usr/bin/strace' })
  const record = join(machine.folder(), 'strace')
  const child = spawn(
    'strace',
    [
      ...['-f', '-q', '-o', record, '-e', `trace=${calls}`, '-e', 'signal=none'],
      ...['-e', `inject=${calls}:${does}`, ...(path ? ['-P', path] : [])],
      ...pids.flatMap((pid) => ['-p', String(pid)]),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  const ended = once(child, 'exit')
  machine.atEnd(() => kill(child.pid ?? 0, 'SIGKILL'))
  await waitUntil(
    'strace',
    () => {
      if (child.exitCode !== null) throw new Error(said)
      return pids.every(isTraced)
    },
    20_000,
  ).catch(({ message }: Error) => {
    throw new Error(`${message}: ${said}`)
  })
  return {
    async end() {
      kill(child.pid ?? 0, 'SIGINT')
      await ended
      return readFileSync(record, 'utf8')
        .split('\n')
        .filter((line) => /INJECTED|DELAYED/.test(line)).length
    },
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Lets every sync of the database fail for some seconds. `over` resolves after them. */
async function failSyncs(machine: Machine, dataDir: string): Promise<{ over: Promise<void> }> {
  const failing = await inject(machine, familyOf(postmasterOf(dataDir)), {
    ...{ calls, does: 'error=EIO' },
  })
  const over = sleep(failsForMs).then(async () => {
    if ((await failing.end()) === 0) throw new Error('no sync has failed')
  })
  over.catch(() => {})
  return { over }
}

const untilBack = async ({ server }: ToldSite): Promise<number> => {
  const since = performance.now()
  const isBack = async () => (await readReadiness(server.url)).database === 'ready'
  await waitUntil('the database is back', isBack, backLimitMs)
  return performance.now() - since
}

/** The syncs of the embedded database fail while a site serves visitors. */
async function failBesideVisitors(machine: Machine, site: ToldSite): Promise<string> {
  const { dataDir } = site.installation
  const visits = beginVisits(site.server, visitEveryMs)
  await sleep(2_000)
  const { over } = await failSyncs(machine, dataDir)
  await over
  const ms = await untilBack(site)
  const seen = await visits.end()
  await untilSettled(site)
  return `beside visitors: back ${seconds(ms)} after it, ${await assertTrue(site, seen)}`
}

/** Starts the site anew, which must listen soon. */
async function startAgain(site: ToldSite): Promise<number> {
  const since = performance.now()
  site.server = await start(site.installation)
  const ms = performance.now() - since
  if (ms > listenLimitMs) throw new Error(`a start took ${seconds(ms)}`)
  return ms
}

/** The syncs fail, and the site is started again meanwhile. */
async function failBesideStart(machine: Machine, site: ToldSite): Promise<string> {
  const { dataDir } = site.installation
  const { over } = await failSyncs(machine, dataDir)
  await ask(embeddedIn(dataDir), 'create table on_a_failing_disk ()').then(
    () => Promise.reject(new Error('the database does not notice that its syncs fail')),
    () => {},
  )
  await site.server.end('SIGKILL')
  const ms = await startAgain(site)
  const visits = beginVisits(site.server, visitEveryMs)
  await over
  const backMs = await untilBack(site)
  const seen = await visits.end()
  await untilSettled(site)
  const outcome = await assertTrue(site, seen)
  return `a start meanwhile listens after ${seconds(ms)}, database back after ${seconds(backMs)}: ${outcome}`
}

/** Six seconds in which no sync of the embedded database succeeds. */
export async function failingDisk(machine: Machine): Promise<string> {
  const { site } = await startTold(machine)
  const texts = [await failBesideVisitors(machine, site), await failBesideStart(machine, site)]
  await stopCleanly(site.server, site.installation.dataDir)
  return texts.join('; ')
}

/** How long each sync takes, in microseconds. */
const syncMicroseconds = 2_000_000
const slowForMs = 40_000
const slowVisitEveryMs = 3_000

/** Throws if `/readyz` has not said at some time that the site is degraded. */
function assertDegraded({ readings }: Seen): void {
  const hasSaid = readings.some(
    ({ text }) => (JSON.parse(text) as { status: string }).status === 'degraded',
  )
  if (!hasSaid) throw new Error('/readyz never said that the site is degraded')
}

/** Each sync of some processes takes long while visitors send requests. */
async function slowDown(machine: Machine, site: ToldSite, pids: number[]): Promise<string> {
  const slow = await inject(machine, pids, { calls, does: `delay_enter=${syncMicroseconds}` })
  const visits = beginVisits(site.server, slowVisitEveryMs)
  await sleep(slowForMs)
  const seen = await visits.end()
  if ((await slow.end()) === 0) throw new Error('no sync was slow')
  await untilSettled(site)
  assertDegraded(seen)
  return assertTrue(site, seen)
}

/** Each sync takes two seconds: first those of the database, then those of the site's journal too. */
export async function slowDisk(machine: Machine): Promise<string> {
  const { site } = await startTold(machine)
  await untilRemembered(site)
  const { dataDir } = site.installation
  const ofDatabase = await slowDown(machine, site, familyOf(postmasterOf(dataDir)))
  const both = [site.server.pid, ...familyOf(postmasterOf(dataDir))]
  const ofBoth = await slowDown(machine, site, both)
  await stopCleanly(site.server, dataDir)
  return `the database's: ${ofDatabase}; the journal's too: ${ofBoth}`
}
