import pg from 'pg'
import { freePort } from '#tests/support/free-port.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { startServer } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { nodeSettings, startEach, waitUntilReady } from '../nodes.ts'

/** Two nodes of the product, each with a data folder of its own, on one PostgreSQL. */
export type TwoNodes = {
  folder: string
  ports: readonly number[]
  /** The Cookie header of an admin. */
  cookie: string
  /** Drains and stops one, starts it from another folder, and resolves when it is ready. */
  upgrade: (index: number, checkout: string) => Promise<void>
  query: <Row extends pg.QueryResultRow>(sql: string) => Promise<Row[]>
  remove: () => Promise<void>
}

/** Starts both on this checkout. */
export async function startTwoNodes(): Promise<TwoNodes> {
  const folder = temporaryFolder()
  const postgres = await startPostgres()
  const connectionString = postgres.urlOf('postgres')
  const ports = [await freePort(), await freePort()]
  const start = (index: number, checkout?: string) =>
    startServer(
      {
        ...nodeSettings,
        PORT: String(ports[index]),
        DATA_DIR: `${folder.path}/node-${index + 1}`,
        DATABASE_URL: connectionString,
      },
      { withDatabase: true, ...(checkout && { checkout }) },
    )
  const { nodes, cookie } = await startEach(ports.length, start)

  return {
    folder: folder.path,
    ports,
    cookie,
    async upgrade(index, checkout) {
      const code = await nodes[index]?.end('SIGTERM')
      if (code !== 0) throw new Error(`node ${index + 1} ended with ${code}`)
      const node = await start(index, checkout)
      nodes[index] = node
      await waitUntilReady(node)
    },
    async query<Row extends pg.QueryResultRow>(sql: string) {
      const client = new pg.Client({ connectionString })
      await client.connect()
      try {
        return (await client.query<Row>(sql)).rows
      } finally {
        await client.end()
      }
    },
    async remove() {
      await Promise.all(nodes.map((node) => node.end('SIGKILL')))
      await postgres.remove()
      folder.remove()
    },
  }
}
