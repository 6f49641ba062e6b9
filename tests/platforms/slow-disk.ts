import { setTimeout as sleep } from 'node:timers/promises'
import { familyOf } from '#tests/support/machine/processes.ts'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { postmasterOf } from '#tests/support/postgres-server.ts'
import { stopCleanly } from './product.ts'
import { inject } from './strace.ts'
import { assertTrue, startTold, type ToldSite, untilRemembered, untilSettled } from './told-site.ts'
import { beginVisits, type Seen } from './visits.ts'

/** How long each sync takes, in microseconds. */
const syncMicroseconds = 2_000_000
const slowForMs = 40_000
const visitEveryMs = 3_000

/** Throws if `/readyz` has not said at some time that the site is degraded. */
function assertDegraded({ readings }: Seen): void {
  const hasSaid = readings.some(
    ({ text }) => (JSON.parse(text) as { status: string }).status === 'degraded',
  )
  if (!hasSaid) throw new Error('/readyz never said that the site is degraded')
}

/** Each sync of some processes takes long while visitors send requests. */
async function slowDown(machine: Machine, site: ToldSite, pids: number[]): Promise<string> {
  const calls = 'fsync,fdatasync'
  const slow = await inject(machine, pids, { calls, does: `delay_enter=${syncMicroseconds}` })
  const visits = beginVisits(site.server, visitEveryMs)
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
