import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { asSuperuser, postmasterOf, startPostgres } from '#tests/support/postgres-server.ts'
import { jumpingClock } from '../clock.ts'
import { ask, databaseFaults } from '../database.ts'
import { type Network, networkFaults, openNetwork } from '../network.ts'
import { startProducts } from '../products.ts'
import type { StartSetup } from '../setup.ts'

/** The data folder of each product: two of them share one. */
const folders = ['data-0', 'data-0', 'data-1']

/** Three products on one PostgreSQL, each with a network of its own to it. */
export const startProcesses: StartSetup = async ({ folder, env, checkout, usesMachine }) => {
  const postgres = await startPostgres()
  const url = new URL(postgres.urlOf('postgres'))
  const socketFolder = url.searchParams.get('host') ?? ''
  const clock = jumpingClock(usesMachine, join(folder, 'clock'))
  const networks: Network[] = []
  const envs: Record<string, string>[] = []
  for (const [index, name] of folders.entries()) {
    const dataDir = join(folder, name)
    const listenIn = join(folder, `database-${index}`)
    for (const each of [dataDir, listenIn]) mkdirSync(each, { recursive: true })
    const [from, to] = [listenIn, socketFolder].map((each) => join(each, '.s.PGSQL.5432'))
    networks.push(await openNetwork(() => ({ path: to ?? '' }), { path: from ?? '' }))
    const own = new URL(url)
    own.searchParams.set('host', listenIn)
    envs.push({ ...env, ...clock.env, DATA_DIR: dataDir, DATABASE_URL: own.href })
  }
  const products = await startProducts({ envs, log: join(folder, 'product.log'), checkout })
  const connection = () => ({ connectionString: asSuperuser(url.href) })
  const server = { connection, postmaster: async () => postmasterOf(postgres.dataDir) }
  return {
    urls: products.urls,
    faults: {
      ...products.faults,
      ...databaseFaults(server, postgres.start),
      ...clock.faults,
      ...networkFaults('database network', (place) => networks[place % networks.length]),
    },
    query: (statement) => ask(connection(), statement),
    dataDirs: folders.map((name) => join(folder, name)),
    async remove() {
      await products.remove()
      await Promise.all(networks.map(({ close }) => close()))
      await postgres.remove()
    },
  }
}
