import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { apiPaths } from '#/contracts/routes.ts'
import { freePort } from '#tests/support/free-port.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { owner } from '../world/site.ts'

/** Three processes of the product on one machine, as `deploy/` has them. */
export type Nodes = {
  folder: string
  ports: readonly number[]
  /** Stops one, starts it again, and resolves when it is ready. */
  restart: (index: number, signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
  /** The database of the last one takes connections and says nothing. */
  hangDatabase: () => void
  /** It goes on; resolves when the last one hears of every lead again. */
  mendDatabase: () => Promise<void>
  /** The Cookie header of an admin. */
  cookie: string
  /** How many leads each name has. */
  countLeads: () => Promise<Map<string, number>>
  remove: () => Promise<void>
}

/** A line to a database, on which everything can come to a stand. */
async function layLine(socketPath: string) {
  const sockets = new Set<Socket>()
  let isHanging = false
  const hold = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    if (isHanging) socket.pause()
  }
  const server = createServer((client) => {
    const upstream = connect(socketPath)
    client.on('data', (bytes) => upstream.write(bytes)).on('close', () => upstream.destroy())
    upstream.on('data', (bytes) => client.write(bytes)).on('close', () => client.destroy())
    hold(client)
    hold(upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    hang() {
      isHanging = true
      for (const socket of sockets) socket.pause()
    },
    mend() {
      isHanging = false
      for (const socket of sockets) socket.resume()
    },
    end() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Waits for `/readyz`. By default it may be degraded: the process takes requests then. */
export async function waitUntilReady(
  { url }: ServerProcess,
  wanted = 'ready|degraded',
): Promise<void> {
  const pattern = new RegExp(`"status":"(${wanted})"`)
  while (!pattern.test(await (await fetch(`${url}/readyz`)).text())) await sleep(100)
}

/** Signs the owner in, and returns the Cookie header. */
async function signInAt({ url }: ServerProcess): Promise<string> {
  const response = await fetch(url + apiPaths.signIn, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function countLeads(postgres: PostgresServer): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: postgres.urlOf('postgres') })
  await client.connect()
  const { rows } = await client.query<{ name: string; count: number }>(
    'select name, count(*)::int from leads group by name',
  )
  await client.end()
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** What each process behind a proxy is started with. */
export const nodeSettings = {
  SITE_URL: 'https://localhost',
  TRUST_PROXY: '127.0.0.1,::1',
  DRAIN_SECONDS: '5',
  JOURNAL_RESERVE_MB: '0',
  CONTACT_LIMIT_PER_MINUTE: '1000000',
  CONTACT_LIMIT_PER_HOUR: '1000000',
  LOG_LEVEL: 'warn',
  ADMIN_EMAIL: owner.email,
  ADMIN_PASSWORD: owner.password,
}

/** Starts one after the other. Returns them, and the Cookie header of an admin. */
export async function startEach(
  count: number,
  start: (index: number) => Promise<ServerProcess>,
): Promise<{ nodes: ServerProcess[]; cookie: string }> {
  const nodes: ServerProcess[] = []
  for (let index = 0; index < count; index += 1) nodes.push(await start(index))
  const [first] = nodes
  if (!first) throw new Error('no process was started')
  return { nodes, cookie: await signInAt(first) }
}

/** Starts the three, with one PostgreSQL and one data folder; the last has a line to its database. */
export async function startNodes(): Promise<Nodes> {
  const folder = temporaryFolder()
  const postgres = await startPostgres()
  const url = new URL(postgres.urlOf('postgres'))
  const line = await layLine(join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432'))
  const overLine = `postgres://${url.username}@127.0.0.1:${line.port}/postgres`
  const ports = [await freePort(), await freePort(), await freePort()]

  const start = (index: number) =>
    startServer({
      ...nodeSettings,
      PORT: String(ports[index]),
      DATA_DIR: folder.path,
      DATABASE_URL: index === ports.length - 1 ? overLine : url.href,
      // By default nginx asks by the name of its upstream.
      ALLOWED_HOSTS: 'breezeway',
    })
  const { nodes, cookie } = await startEach(ports.length, start)

  return {
    folder: folder.path,
    ports,
    async restart(index, signal) {
      await nodes[index]?.end(signal)
      const node = await start(index)
      nodes[index] = node
      await waitUntilReady(node)
    },
    cookie,
    hangDatabase: line.hang,
    async mendDatabase() {
      line.mend()
      const last = nodes.at(-1)
      if (last) await waitUntilReady(last, 'ready')
    },
    countLeads: () => countLeads(postgres),
    async remove() {
      await Promise.all(nodes.map((node) => node.end('SIGKILL')))
      line.end()
      await postgres.remove()
      folder.remove()
    },
  }
}
