import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Cluster, makeCluster, type Node, waitUntil } from '../../patroni/cluster.ts'
import { installCluster } from '../../patroni/packages.ts'
import { jumpingClock } from '../clock.ts'
import { ask } from '../database.ts'
import { type Network, networkFaults, openNetwork, together } from '../network.ts'
import { startProducts } from '../products.ts'
import type { Setup, StartSetup } from '../setup.ts'

const productCount = 3

/** What can happen to the primary. Each time another node takes its place, and the old one returns. */
function primaryFaults(cluster: Cluster): Setup['faults'] {
  const fault = (way: 'killPrimary' | 'pausePrimary' | 'switchover') => ({
    victim: 'cluster',
    async make() {
      const old = await cluster[way]()
      const isReplaced = async () => {
        const now = await cluster.primary()
        return now !== undefined && now.name !== old.name
      }
      await waitUntil(`another primary than ${old.name}`, isReplaced)
      await cluster.start()
    },
  })
  return {
    'primary killed': fault('killPrimary'),
    'primary paused': fault('pausePrimary'),
    switchover: fault('switchover'),
  }
}

/** A network from one product to each node of the cluster. */
function openNetworks(nodes: readonly Node[]): Promise<Network[]> {
  const target = ({ url }: Node) => {
    const { hostname, port } = new URL(url)
    return { host: hostname, port: Number(port) }
  }
  return Promise.all(nodes.map((node) => openNetwork(() => target(node))))
}

/** Three products on a cluster of Patroni, etcd and three PostgreSQL nodes, as root on Debian 12. */
export const startCluster: StartSetup = async ({ folder, env, checkout, usesMachine }) => {
  installCluster()
  const cluster = await makeCluster(folder)
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
      const own = await openNetworks(cluster.nodes)
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
