import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { sharedValues, takeAddresses, type Values, writeFilled } from './deployed.ts'
import { makePart, type Part } from './part.ts'

const askTimeoutMs = 1_000
const orderTimeoutMs = 30_000

/** A machine of the database. */
export type DatabaseMachine = {
  name: string
  address: string
  /** The address of the database for a superuser. */
  url: string
  /** Its folder, with the data in it. */
  folder: string
  etcd: Part
  /** Patroni with its PostgreSQL. */
  patroni: Part
}

/** What a machine is to the cluster. */
export type Role = 'primary' | 'sync' | 'async'

/** Three machines, of which one is the primary and another its synchronous standby. */
export type DatabaseCluster = {
  machines: readonly DatabaseMachine[]
  values: Values
  addressOf: (number: number) => string
  /** The address of the database for the product, where its hosts are reached like this. */
  urlAt: (hosts: readonly string[]) => string
  /** Starts what does not run, and waits until every machine is back in its place. */
  start: () => Promise<void>
  isWhole: () => Promise<boolean>
  /** The machine that Patroni takes for the primary; undefined while there is none. */
  primary: () => Promise<DatabaseMachine | undefined>
  /** Which machine has which role. Throws while one has none. */
  roles: () => Promise<Record<Role, DatabaseMachine>>
  /** Makes the synchronous standby the primary, in good order. */
  switchover: () => Promise<void>
  /** Sets parameters of PostgreSQL, or Patroni's own, on all machines. */
  configure: (settings: object) => Promise<void>
  stop: () => Promise<void>
}

type Member = { name: string; role: string; state: string }

const roleNames: Record<string, Role> = {
  leader: 'primary',
  sync_standby: 'sync',
  replica: 'async',
}

async function askApi(address: string, path: string, init: RequestInit = {}): Promise<Response> {
  const signal = AbortSignal.timeout(askTimeoutMs)
  return fetch(`http://${address}:8008${path}`, { signal, ...init })
}

type Place = { name: string; address: string; folder: string; logs: string }

function prepareMachine({ name, address, folder, logs }: Place, shared: Values): DatabaseMachine {
  const own = { NAME: name, ADDRESS: address, DATA: folder, ETCD_DATA: join(folder, 'etcd') }
  const values = { ...shared, ...own }
  const write = (file: string) => writeFilled(file, values, folder)
  const part = (program: string, port: number, ...command: string[]) =>
    makePart({
      name: `${program} of ${name}`,
      command,
      logFile: join(logs, `${program}-${name}.log`),
      listens: { host: address, port },
    })
  return {
    name,
    address,
    url: `postgres://postgres:${shared.SUPERUSER_PASSWORD}@${address}:5432/breezeway`,
    folder,
    etcd: part('etcd', 2379, 'etcd', '--config-file', write('etcd.yml')),
    patroni: part('patroni', 8008, 'patroni', write('patroni.yml')),
  }
}

/** Where the files of a cluster lie. By default in a folder that `stop` deletes. */
export type ClusterPlace = { logs?: string; folderOf?: (name: string) => string }

/** Makes a cluster of Debian's Patroni, etcd and PostgreSQL on this machine. It does not run yet. */
export function makeDatabaseCluster(place: ClusterPlace = {}): DatabaseCluster {
  const { path: root, remove } = temporaryFolder()
  const { logs = root, folderOf = (name) => join(root, name) } = place
  const addressOf = takeAddresses()
  const values = sharedValues(addressOf)
  const machines = ['one', 'two', 'three'].map((name, index) => {
    const folder = folderOf(name)
    mkdirSync(folder, { recursive: true })
    return prepareMachine({ name, address: addressOf(index + 1), folder, logs }, values)
  })
  execFileSync('chown', ['-R', 'postgres:postgres', root, ...machines.map(({ folder }) => folder)])
  let hasDatabase = false

  async function members(): Promise<Member[]> {
    for (const { address, patroni } of machines) {
      if (!patroni.isUp()) continue
      const response = await askApi(address, '/cluster').catch(() => undefined)
      if (response?.ok) return ((await response.json()) as { members: Member[] }).members
    }
    return []
  }

  async function roles(): Promise<Record<Role, DatabaseMachine>> {
    const found: Partial<Record<Role, DatabaseMachine>> = {}
    for (const { name, role, state } of await members()) {
      const machine = machines.find((each) => each.name === name)
      const ours = roleNames[role]
      if (machine && ours && /running|streaming/.test(state)) found[ours] = machine
    }
    const { primary, sync, async } = found
    if (!primary || !sync || !async) throw new Error('not every machine has a role')
    return { primary, sync, async }
  }

  async function primary(): Promise<DatabaseMachine | undefined> {
    const answers = await Promise.all(
      machines.map(({ address }) =>
        askApi(address, '/primary').then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    return machines.find((_machine, index) => answers[index])
  }

  async function isWhole() {
    await roles()
    return (await primary()) !== undefined
  }

  /** The product's role and database, as an owner makes them. */
  async function makeDatabase() {
    const { primary: at } = await roles()
    const sql = writeFilled('database.sql', values, root)
    const args = ['-v', 'ON_ERROR_STOP=1', '-h', at.address, '-U', 'postgres', '-q', '-f', sql]
    const env = { PATH: '/usr/bin:/bin', PGPASSWORD: values.SUPERUSER_PASSWORD ?? '' }
    execFileSync('psql', args, { env })
    hasDatabase = true
  }

  async function start() {
    await Promise.all(machines.map(({ etcd }) => etcd.restore()))
    await Promise.all(machines.map(({ patroni }) => patroni.restore()))
    await waitUntil('every machine in its place', isWhole, 120_000)
    if (!hasDatabase) await makeDatabase()
  }

  /** Has the primary's Patroni do something, and waits until it is done. */
  async function order(method: string, path: string, bodyFor: (at: DatabaseMachine) => object) {
    const at = await primary()
    if (!at) throw new Error('the cluster has no primary')
    const body = JSON.stringify(bodyFor(at))
    const signal = AbortSignal.timeout(orderTimeoutMs)
    const response = await askApi(at.address, path, { method, body, signal })
    if (!response.ok) throw new Error(`Patroni answered ${response.status} to ${path}`)
  }
  return {
    machines,
    values,
    addressOf,
    urlAt: (hosts) => `postgres://breezeway:${values.PASSWORD}@${hosts.join()}/breezeway`,
    start,
    isWhole,
    primary,
    roles,
    switchover: () => order('POST', '/switchover', ({ name }) => ({ leader: name })),
    configure: (settings) => order('PATCH', '/config', () => settings),
    async stop() {
      const parts = machines.flatMap(({ etcd, patroni }) => [patroni, etcd])
      await Promise.all(parts.map((part) => part.kill()))
      remove()
    },
  }
}
