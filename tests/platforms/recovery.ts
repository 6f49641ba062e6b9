import { setTimeout as sleep } from 'node:timers/promises'
import { ask, embeddedIn } from '#tests/support/database/ask-database.ts'
import { kill } from '#tests/support/machine/processes.ts'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { postmasterOf } from '#tests/support/postgres-server.ts'
import { findStartupProcess } from '../../src/server/db/embedded/stuck-server.ts'
import { start, stopCleanly } from './product.ts'
import { assertTrue, startTold, type ToldSite, untilRemembered, untilSettled } from './told-site.ts'
import { beginVisits } from './visits.ts'

const listenLimitMs = 30_000
/** Long enough for the owner to be told without the database. */
const recoversForMs = 100_000
const visitEveryMs = 2_000

/** Ends all at once, as a power cut does, and holds PostgreSQL where it reads its log again. */
async function startHeld(site: ToldSite): Promise<{ startup: number; ms: number }> {
  const { dataDir } = site.installation
  kill(site.server.pid, 'SIGKILL')
  kill(postmasterOf(dataDir), 'SIGKILL')
  await site.server.end('SIGKILL')
  const since = performance.now()
  const starting = start(site.installation)
  let startup: number | undefined
  await waitUntil(
    'the process that recovers',
    () => {
      startup = findStartupProcess(postmasterOf(dataDir))
      return startup !== undefined && kill(startup, 'SIGSTOP')
    },
    20_000,
  )
  site.server = await starting
  return { startup: startup ?? 0, ms: performance.now() - since }
}

/** After a power cut PostgreSQL recovers for longer than a minute. Visitors are served meanwhile. */
export async function longRecovery(machine: Machine): Promise<string> {
  const { site } = await startTold(machine)
  await untilRemembered(site)
  const { dataDir } = site.installation
  // PostgreSQL reads it again for some seconds.
  for (const statement of [
    'create table filler (text text)',
    `insert into filler select repeat(md5(i::text), 20) from generate_series(1, 100000) i`,
  ])
    await ask(embeddedIn(dataDir), statement)
  const { startup, ms } = await startHeld(site)
  if (ms > listenLimitMs) throw new Error(`the site listened after ${Math.round(ms / 1000)} s`)
  const postmaster = postmasterOf(dataDir)
  const visits = beginVisits(site.server, visitEveryMs)
  await sleep(recoversForMs)
  if (postmasterOf(dataDir) !== postmaster) throw new Error('a PostgreSQL that recovers was ended')
  kill(startup, 'SIGCONT')
  const seen = await visits.end()
  await untilSettled(site)
  const outcome = await assertTrue(site, seen)
  await stopCleanly(site.server, dataDir)
  return `the site listens after ${Math.round(ms / 1000)} s; ${outcome}`
}
