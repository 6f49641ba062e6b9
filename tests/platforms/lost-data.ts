import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { assertRefuses, assertWorks } from './product.ts'

/** A folder that can only be read, for a site whose database is elsewhere. */
async function readOnly(machine: Machine): Promise<string> {
  const dataDir = join(machine.folder(), 'data')
  await machine.mount(dataDir, '-t', 'tmpfs', '-o', 'ro', 'tmpfs')
  const server = await startPostgres()
  machine.atEnd(server.remove)
  return assertRefuses({ dataDir, env: { DATABASE_URL: server.urlOf('postgres') } })
}

/** A site's database is damaged, or gone. Throws if a new one is made in its place. */
async function withoutDatabase(machine: Machine, isAllGone: boolean): Promise<string> {
  const dataDir = join(machine.folder(), 'data')
  await assertWorks({ dataDir })
  mkdirSync(join(dataDir, 'backups'))
  const cluster = join(dataDir, 'postgres')
  const lost = isAllGone ? cluster : join(cluster, 'PG_VERSION')
  rmSync(lost, { recursive: true })
  // Only what nobody makes anew by itself is left, as where a disk is not mounted.
  for (const name of ['postgres.log', 'backup.key']) rmSync(join(dataDir, name), { force: true })
  const line = await assertRefuses({ dataDir })
  if (existsSync(lost)) throw new Error('a new database was made')
  return line
}

/** The folder of the data can only be read, or has lost its database. */
export async function lostData(machine: Machine): Promise<string> {
  return [
    `read-only: ${await readOnly(machine)}`,
    `no PG_VERSION: ${await withoutDatabase(machine, false)}`,
    `no database beside backups: ${await withoutDatabase(machine, true)}`,
  ].join('; ')
}
