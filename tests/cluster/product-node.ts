import { appendFileSync, mkdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseEnv } from 'node:util'
import { type Network, openNetwork } from '#tests/support/machine/network.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import {
  migrateWith,
  type Readiness,
  type ServerProcess,
  startServer,
} from '#tests/support/server-process.ts'
import type { DatabaseCluster } from './database-cluster.ts'
import { fill } from './deployed.ts'

/** The port of pgbouncer. */
export const poolerPort = 6432

const port = 3001
const askTimeoutMs = 5_000

/** The answer of a node. */
export type Answer = { status: number; body: string; cookie: string }

/** A node of the product: one process with a data folder of its own. */
export type ProductNode = {
  name: string
  dataDir: string
  /** Where HAProxy reaches it, through a network that can fail. */
  addressForBalancer: string
  network: Network
  /** Its networks to the poolers, by the names of the machines. */
  toPooler: Record<string, Network>
  pid: () => number
  log: () => string
  start: (checkout?: string) => Promise<void>
  /** Brings the database to the version of a checkout. */
  migrate: (checkout: string) => Promise<void>
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
  /** Asks it for itself, from this machine, by the name of the site. A body makes it a POST. */
  ask: (path: string, options?: { body?: object; cookie?: string }) => Promise<Answer>
  close: () => Promise<void>
}

/** What a node is made of. Its number is 1 or 2. */
export type NodeOptions = {
  number: number
  cluster: DatabaseCluster
  root: string
  logs: string
  env: Record<string, string>
}

/** The settings of a node, as `deploy/install` makes them of the file in `deploy/cluster`. */
function settingsOf({ cluster, root }: NodeOptions, own: Record<string, string>) {
  const settings = parseEnv(fill('settings', { ...cluster.values, ...own }, root))
  const { DOMAIN, THIS_NODE, FIRST_NODE, PROCESSES: _, ...others } = settings
  return {
    ...(others as Record<string, string>),
    PORT: String(port),
    HOST: THIS_NODE ?? '',
    TRUST_PROXY: FIRST_NODE ?? '',
    SITE_URL: `https://${DOMAIN}`,
  }
}

/** A node with its networks. It does not run yet. */
export async function makeNode(options: NodeOptions): Promise<ProductNode> {
  const { number, cluster, root, logs } = options
  const { addressOf, values, machines } = cluster
  const name = `node ${number}`
  const address = addressOf(10 + number)
  const dataDir = join(root, `node-${number}`)
  mkdirSync(dataDir)
  const logFile = join(logs, `node-${number}.log`)
  const toPooler: Record<string, Network> = {}
  const hosts: Record<string, string> = { ADDRESS: address }
  for (const [index, machine] of machines.entries()) {
    const host = addressOf(20 + 10 * number + index)
    const target = () => ({ host: machine.address, port: poolerPort })
    toPooler[machine.name] = await openNetwork(target, { host, port: poolerPort })
    hosts[machine.name.toUpperCase()] = host
  }
  const addressForBalancer = addressOf(50 + number)
  const network = await openNetwork(
    () => ({ host: address, port, localAddress: values.PROXY ?? '' }),
    { host: addressForBalancer, port },
  )
  const env = { ...settingsOf(options, hosts), ...options.env, DATA_DIR: dataDir }
  let server: ServerProcess | undefined
  let readLog = ''
  return {
    name,
    dataDir,
    addressForBalancer,
    network,
    toPooler,
    pid: () => server?.pid ?? 0,
    log: () => readLog + (server?.stderr() ?? ''),
    async start(checkout) {
      server = await startServer(env, checkout ? { checkout } : {})
    },
    migrate: (checkout) => migrateWith(env, checkout),
    async end(signal) {
      const ending = server
      const code = await ending?.end(signal)
      readLog += ending?.stderr() ?? ''
      appendFileSync(logFile, ending?.stderr() ?? '')
      if (server === ending) server = undefined
      if (signal === 'SIGTERM' && code) throw new Error(`${name} ended with ${code}`)
    },
    ask(path, { body, cookie } = {}) {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      const headers = {
        host: values.DOMAIN,
        ...(cookie && { cookie }),
        ...(body && { 'content-type': 'application/json' }),
      }
      const asked = request(
        {
          host: address,
          port,
          path,
          method: body ? 'POST' : 'GET',
          headers,
          timeout: askTimeoutMs,
        },
        (response) => {
          const { statusCode: status = 0, headers: got } = response
          const [first = ''] = got['set-cookie'] ?? []
          const answered = (read: string) =>
            resolve({ status, body: read, cookie: first.split(';', 1)[0] ?? '' })
          text(response).then(answered, reject)
        },
      )
      asked.on('timeout', () => asked.destroy(new Error('no answer'))).on('error', reject)
      asked.end(body && JSON.stringify(body))
      return promise
    },
    async close() {
      await Promise.all([network, ...Object.values(toPooler)].map((each) => each.close()))
    },
  }
}

/** Reads `/readyz`. Rejects if the node says nothing. */
export async function readReadiness(node: ProductNode): Promise<Readiness> {
  return JSON.parse((await node.ask('/readyz')).body) as Readiness
}

/** Waits until a node is ready, and not only degraded. */
export function waitUntilReady(node: ProductNode, limitMs?: number): Promise<void> {
  const isReady = async () => (await readReadiness(node)).status === 'ready'
  return waitUntil(`${node.name} is ready`, isReady, limitMs)
}
