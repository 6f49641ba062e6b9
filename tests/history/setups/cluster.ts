import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type DatabaseCluster,
  type DatabaseMachine,
  makeDatabaseCluster,
} from '../../cluster/database-cluster.ts'
import { installCluster } from '../../cluster/packages.ts'
import { waitUntil } from '../../cluster/wait-until.ts'
import { jumpingClock } from '../clock.ts'
import { ask } from '../database.ts'
import { type Network, networkFaults, openNetwork, together } from '../network.ts'
import { startProducts } from '../products.ts'
import type { Setup, StartSetup } from '../setup.ts'

const productCount = 3

/** What can happen to the primary. Each time another one takes its place, and the old one returns. */
function primaryFaults(cluster: DatabaseCluster): Setup['faults'] {
  const fault = (begin: (primary: DatabaseMachine) => unknown) => ({
    victim: 'cluster',
    async make() {
      const { primary: old } = await cluster.roles()
      await begin(old)
      const isReplaced = async () => {
        const now = await cluster.primary()
        return now !== undefined && now.name !== old.name
      }
      await waitUntil(`another primary than ${old.name}`, isReplaced)
      await cluster.start()
    },
  })
  return {
    'primary killed': fault(({ patroni }) => patroni.kill()),
    'primary paused': fault(({ patroni }) => patroni.pause()),
    switchover: fault(cluster.switchover),
  }
}

/** A network from one product to each machine of the cluster. */
function openNetworks(machines: readonly DatabaseMachine[]): Promise<Network[]> {
  const port = 5432
  return Promise.all(machines.map(({ address }) => openNetwork(() => ({ host: address, port }))))
}

/** Three products on a cluster of Patroni, etcd and three PostgreSQL machines, as root on Debian 12. */
export const startCluster: StartSetup = async ({ folder, env, checkout, usesMachine }) => {
  installCluster()
  const cluster = makeDatabaseCluster({ logs: folder })
  const networks: Network[][] = []
  const closeAll = async () => {
    await Promise.all(networks.flat().map(({ close }) => close()))
    await cluster.stop()
  }
  try {
    await cluster.start()
    const clock = jumpingClock(usesMachine, join(folder, 'clock'))
    const dataDirs = Array.from({ length: productCount }, (_, index) =>
      join(folder, `data-${index}`),
    )
    const envs: Record<string, string>[] = []
    for (const dataDir of dataDirs) {
      mkdirSync(dataDir)
      const own = await openNetworks(cluster.machines)
      networks.push(own)
      const hosts = own.map(({ port }) => `127.0.0.1:${port}`)
      envs.push({ ...env, ...clock.env, DATA_DIR: dataDir, DATABASE_URL: cluster.urlAt(hosts) })
    }
    const products = await startProducts({ envs, log: join(folder, 'product.log'), checkout })
    return {
      urls: products.urls,
      faults: {
        ...products.faults,
        ...primaryFaults(cluster),
        ...clock.faults,
        ...networkFaults('database network', (place) => together(networks[place % productCount])),
      },
      query: async (statement) =>
        ask({ connectionString: (await cluster.primary())?.url ?? '' }, statement),
      dataDirs,
      async remove() {
        await products.remove()
        await closeAll()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}
