import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ask } from '#tests/support/database/ask-database.ts'
import { freePort } from '#tests/support/machine/free-port.ts'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { ownerEnv, signInOwner } from '#tests/support/owner.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { migrateWith, type ServerProcess, startServer } from '#tests/support/server-process.ts'

/** What each process behind a proxy is started with. */
export const nodeSettings = {
  ...ownerEnv,
  SITE_URL: 'https://localhost',
  TRUST_PROXY: '127.0.0.1,::1',
  DRAIN_SECONDS: '5',
  JOURNAL_RESERVE_MB: '0',
  LOG_LEVEL: 'warn',
}

/** Waits for `/readyz`. It may be degraded: the process takes requests then. */
const untilReady = ({ url }: ServerProcess) =>
  waitUntil(`${url} is ready`, async () => (await fetch(`${url}/readyz`)).ok)

/** Starts processes of the product on one PostgreSQL and one data folder, as `deploy/` has them behind a proxy. */
export async function startNodes(machine: Machine, count: number) {
  const folder = machine.folder(0o755)
  const postgres = await startPostgres()
  machine.atEnd(postgres.remove)
  const url = new URL(postgres.urlOf('postgres'))
  const ports: number[] = []
  while (ports.length < count) ports.push(await freePort())

  const nodes: ServerProcess[] = []
  function envOf(index: number) {
    const DATA_DIR = join(folder, 'data')
    mkdirSync(DATA_DIR, { recursive: true })
    return { ...nodeSettings, PORT: String(ports[index]), DATA_DIR, DATABASE_URL: url.href }
  }
  async function start(index: number, checkout?: string) {
    const node = await startServer(envOf(index), {
      withDatabase: true,
      ...(checkout && { checkout }),
    })
    nodes[index] = node
    await untilReady(node)
  }
  machine.atEnd(() => Promise.all(nodes.map((node) => node.end('SIGKILL'))))
  for (const index of ports.keys()) await start(index)
  const { headers } = await signInOwner(nodes[0]?.url ?? '')
  return {
    folder,
    ports,
    /** The Cookie header of an admin. */
    cookie: headers.cookie,
    /** Ends one, starts it again, from another checkout if one is given, and waits until it is ready. */
    async restart(index: number, signal: 'SIGTERM' | 'SIGKILL', checkout?: string) {
      const code = await nodes[index]?.end(signal)
      if (signal === 'SIGTERM' && code !== 0) throw new Error(`node ${index} ended with ${code}`)
      await start(index, checkout)
    },
    /** Brings the database to the version of a checkout. */
    migrate: (checkout: string) => migrateWith(envOf(0), checkout),
    query: <Row>(statement: string) => ask<Row>({ connectionString: url.href }, statement),
  }
}

export type Nodes = Awaited<ReturnType<typeof startNodes>>
