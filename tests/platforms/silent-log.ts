import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { kill } from '#tests/support/machine/processes.ts'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { postmasterOf } from '#tests/support/postgres-server.ts'
import { stopCleanly } from './product.ts'
import { makeSilentMount } from './silent-mount.ts'
import { assertTrue, startTold, untilSettled } from './told-site.ts'
import { beginVisits } from './visits.ts'

const silentForMs = 20_000
const visitEveryMs = 1_000

/** What a warning or an error looks like in the log. */
const warning = /"level":[45]0/g

/**
 * The log goes to a file on a disk that does not answer, while the database is killed again and again,
 * of which the site warns.
 */
export async function silentLog(machine: Machine): Promise<string> {
  const mount = await makeSilentMount(machine)
  const prefix = ['sh', '-c', `exec "$@" 2>${join(mount.path, 'log')}`, 'sh']
  const { site } = await startTold(machine, { prefix })
  const { dataDir } = site.installation
  const countWarnings = () =>
    (readFileSync(join(mount.behind, 'log'), 'utf8').match(warning) ?? []).length
  const visits = beginVisits(site.server, visitEveryMs)
  mount.fallSilent()
  const before = countWarnings()
  for (let passedMs = 0; passedMs < silentForMs; passedMs += 4_000) {
    await waitUntil('the end of PostgreSQL', () => kill(postmasterOf(dataDir), 'SIGKILL'), 20_000)
    await sleep(4_000)
  }
  const seen = await visits.end()
  if (countWarnings() > before) throw new Error('the log took lines while its disk did not answer')
  mount.answer()
  await waitUntil('the lines in the log', () => countWarnings() > before, 20_000)
  await untilSettled(site)
  const outcome = await assertTrue(site, seen)
  await stopCleanly(site.server, dataDir)
  return `${countWarnings() - before} warnings waited; ${outcome}`
}
