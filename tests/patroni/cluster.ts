import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../temporary-folder.ts'
import { freePort } from '../world/free-port.ts'
import { type Machine, startMachine } from './machine.ts'

const binDir = '/usr/lib/postgresql/15/bin'
const user = 'breezeway'
const askTimeoutMs = 1_000
const healthyMs = 90_000

/** A node: Patroni with its PostgreSQL. */
export type Node = { name: string; url: string; api: string }

/** Three nodes, of which one is the primary and another its synchronous standby. */
export type Cluster = {
  nodes: readonly Node[]
  /** The address of the database, with all its hosts. */
  databaseUrl: string
  /** The same where its hosts are reached in another way. */
  urlAt: (hosts: readonly string[]) => string
  /** Starts what does not run, and waits until every node is back in its place. */
  start: () => Promise<void>
  /** The node that Patroni takes for the primary; undefined while there is none. */
  primary: () => Promise<Node | undefined>
  /** Ends a node with everything on it. Patroni appoints another one after 20 seconds. */
  killPrimary: () => Promise<Node>
  /** Lets a node stand still until `start`. Patroni appoints another one after 20 seconds. */
  pausePrimary: () => Promise<Node>
  /** Makes the synchronous standby the primary, in good order. */
  switchover: () => Promise<Node>
  /** Sets parameters of PostgreSQL, or Patroni's own, on all nodes. */
  configure: (settings: object) => Promise<void>
  stop: () => Promise<void>
}

type Member = { name: string; role: string; state: string; lag?: number | string }

/** The shortest times that Patroni allows. */
const times = { ttl: 20, loop_wait: 1, retry_timeout: 3 }

function configurationOf(node: Node, ports: { etcd: number }, folder: string) {
  const { hostname, port } = new URL(node.url)
  return {
    scope: 'breezeway',
    name: node.name,
    restapi: { listen: new URL(node.api).host, connect_address: new URL(node.api).host },
    etcd3: { hosts: `127.0.0.1:${ports.etcd}` },
    bootstrap: {
      dcs: {
        ...times,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            ...{ max_connections: 50, shared_buffers: '16MB', wal_log_hints: 'on' },
            // A primary that was replaced can only be rewound with its log since then.
            wal_keep_size: '1GB',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      listen: `${hostname}:${port}`,
      connect_address: `${hostname}:${port}`,
      data_dir: join(folder, 'data'),
      bin_dir: binDir,
      pgpass: join(folder, 'pgpass'),
      authentication: { superuser: { username: user }, replication: { username: 'replicator' } },
      parameters: { unix_socket_directories: folder },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
      ],
    },
  }
}

async function askApi(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, signal: AbortSignal.timeout(askTimeoutMs) })
}

/** Waits until something is so, and throws with its name if it does not come about. */
export async function waitUntil(what: string, isSo: () => Promise<boolean>, limitMs = healthyMs) {
  for (const since = Date.now(); !(await isSo().catch(() => false)); await sleep(100)) {
    if (Date.now() - since > limitMs) throw new Error(`${what}: not within ${limitMs} ms`)
  }
}

async function prepareNode(name: string, etcd: number, root: string) {
  const folder = join(root, name)
  mkdirSync(folder)
  const [port, apiPort] = [await freePort(), await freePort()]
  const node = {
    name,
    url: `postgres://${user}@127.0.0.1:${port}/postgres`,
    api: `http://127.0.0.1:${apiPort}`,
  }
  // YAML is a superset of JSON.
  writeFileSync(
    join(folder, 'patroni.yml'),
    JSON.stringify(configurationOf(node, { etcd }, folder)),
  )
  return node
}

/**
 * Makes a cluster of Debian's Patroni, etcd and PostgreSQL on this machine. It does not run yet. Its
 * logs stay if they have a folder of their own.
 */
export async function makeCluster(logs?: string): Promise<Cluster> {
  const { path: root, remove } = temporaryFolder()
  const logOf = (name: string) => join(logs ?? root, `${name}.log`)
  const [etcd, peers] = [await freePort(), await freePort()]
  const nodes: Node[] = []
  for (const name of ['one', 'two', 'three']) nodes.push(await prepareNode(name, etcd, root))
  execFileSync('chown', ['-R', 'postgres:postgres', root])
  const machines = new Map<string, Machine>()
  const paused = new Set<string>()

  function startEtcd() {
    const [clients, members] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${peers}`]
    const options = {
      'data-dir': join(root, 'etcd'),
      'listen-client-urls': clients,
      'advertise-client-urls': clients,
      'listen-peer-urls': members,
      'initial-advertise-peer-urls': members,
      'initial-cluster': `default=${members}`,
    }
    const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
    return startMachine(['etcd', ...args], logOf('etcd'))
  }

  async function members(): Promise<Member[]> {
    for (const { name, api } of nodes) {
      if (!machines.has(name) || paused.has(name)) continue
      const response = await askApi(`${api}/cluster`).catch(() => undefined)
      if (response?.ok) return ((await response.json()) as { members: Member[] }).members
    }
    return []
  }

  async function isWhole(): Promise<boolean> {
    const all = await members()
    const roles = all.filter(({ state }) => /running|streaming/.test(state)).map(({ role }) => role)
    return roles.sort().join() === 'leader,replica,sync_standby' && (await primary()) !== undefined
  }

  async function primary(): Promise<Node | undefined> {
    const answers = await Promise.all(
      nodes.map(({ api }) =>
        askApi(`${api}/primary`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    return nodes.find((_node, index) => answers[index])
  }

  async function takePrimary(): Promise<Node & { machine: Machine }> {
    const node = await primary()
    const machine = node && machines.get(node.name)
    if (!machine) throw new Error('the cluster has no primary')
    return { ...node, machine }
  }

  async function start() {
    if (!machines.has('etcd')) machines.set('etcd', startEtcd())
    for (const { name } of nodes) {
      if (paused.delete(name)) machines.get(name)?.resume()
      if (machines.has(name)) continue
      const file = join(root, name, 'patroni.yml')
      machines.set(name, startMachine(['patroni', file], logOf(name)))
    }
    await waitUntil('every node in its place', isWhole)
  }

  const urlAt = (hosts: readonly string[]) => `postgres://${user}@${hosts.join()}/postgres`
  return {
    nodes,
    databaseUrl: urlAt(nodes.map(({ url }) => new URL(url).host)),
    urlAt,
    start,
    primary,
    async killPrimary() {
      const { machine, ...node } = await takePrimary()
      machines.delete(node.name)
      await machine.kill()
      return node
    },
    async pausePrimary() {
      const { machine, ...node } = await takePrimary()
      paused.add(node.name)
      machine.pause()
      return node
    },
    async switchover() {
      const { machine: _, ...node } = await takePrimary()
      const body = JSON.stringify({ leader: node.name })
      // It answers when it is over.
      fetch(`${node.api}/switchover`, { method: 'POST', body }).catch(() => {})
      return node
    },
    async configure(settings) {
      const { api } = await takePrimary()
      const response = await askApi(`${api}/config`, {
        method: 'PATCH',
        body: JSON.stringify(settings),
      })
      if (!response.ok) throw new Error(`Patroni answered ${response.status}`)
    },
    async stop() {
      await Promise.all([...machines.values()].map((machine) => machine.kill()))
      machines.clear()
      remove()
    },
  }
}
