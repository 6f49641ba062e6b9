import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startServer } from '../server-process.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { type Cluster, makeCluster, type Node, waitUntil } from './cluster.ts'
import { startSenders } from './senders.ts'

const folder = temporaryFolder()
let cluster: Cluster
let server: ServerProcess

beforeAll(async () => {
  cluster = await makeCluster()
  await cluster.start()
  server = await startServer({
    DATA_DIR: folder.path,
    DATABASE_URL: cluster.databaseUrl,
    JOURNAL_RESERVE_MB: '0',
    CONTACT_LIMIT_PER_MINUTE: '100000',
    CONTACT_LIMIT_PER_HOUR: '100000',
  })
})
afterAll(async () => {
  await server?.end('SIGKILL')
  await cluster?.stop()
  folder.remove()
})

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 1_000,
    query_timeout: 1_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    client.connection.stream.destroy()
  }
}

/** Leads that the product has stored on a node, or 'standby'. */
async function countLeads({ url }: Node): Promise<number | 'standby'> {
  const [row] = await query(url, 'select pg_is_in_recovery() is_standby, count(*)::int from leads')
  return row?.is_standby ? 'standby' : Number(row?.count)
}

/** How long it takes from the promotion of another node until the product stores there. */
async function timeUntilStored(old: Node): Promise<{ by: Node; ms: number }> {
  const others = cluster.nodes.filter(({ name }) => name !== old.name)
  for (;;) {
    const counts = await Promise.all(others.map((node) => countLeads(node).catch(() => 'standby')))
    const at = performance.now()
    const index = counts.findIndex((count) => count !== 'standby')
    const node = others[index]
    if (node) {
      const isStored = async () => Number(await countLeads(node)) > Number(counts[index])
      await waitUntil('a lead on the new primary', isStored)
      return { by: node, ms: performance.now() - at }
    }
    await sleep(20)
  }
}

/** A line of the report. */
const print = (line: string) => process.stdout.write(`${line}\n`)

const stateOf = async () =>
  (await (await fetch(`${server.url}/readyz`)).json()) as {
    status: string
    leads: { waiting: number }
  }
const metrics = async () => (await fetch(`${server.url}/metrics`)).text()
const riskOf = async (reason: string) =>
  new RegExp(`commits_at_risk\\{reason="${reason}"\\} (\\d)`).exec(await metrics())?.[1]

const faults = ['switchover', 'killPrimary', 'pausePrimary', 'switchover', 'killPrimary'] as const

test('every acknowledged lead is one lead, whatever happens to the primary', async () => {
  const senders = startSenders(server.url)
  await sleep(2_000)
  const times: number[] = []
  for (const fault of faults) {
    const begun = performance.now()
    const old = await cluster[fault]()
    const { by, ms } = await timeUntilStored(old)
    times.push(ms)
    const all = performance.now() - begun
    print(
      `${fault} of ${old.name}: stored on ${by.name} ${Math.round(ms)} ms after its promotion, ${Math.round(all)} ms after the fault`,
    )
    await cluster.start()
  }
  const { acknowledged, refused, longestMs } = await senders.stop()
  await waitUntil('an empty journal', async () => (await stateOf()).leads.waiting === 0)
  const node = await cluster.primary()
  const rows = await query(node?.url ?? '', 'select name from leads')
  print(
    `${acknowledged.length} acknowledged, ${rows.length} stored, ${refused.length} refused, longest wait ${Math.round(longestMs)} ms`,
  )
  expect(refused).toEqual([])
  expect(rows.map(({ name }) => name).sort()).toEqual(acknowledged.sort())
  expect(Math.max(...times)).toBeLessThan(2_000)
})

test('a cluster that is set up so that it may lose a commit is told of', async () => {
  expect(await Promise.all(['fsync', 'failover'].map(riskOf))).toEqual(['0', '0'])
  await cluster.configure({
    synchronous_mode: false,
    postgresql: {
      parameters: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
    },
  })
  for (const reason of ['fsync', 'full_page_writes', 'failover']) {
    await expect.poll(() => riskOf(reason)).toBe('1')
  }
  await expect
    .poll(() => server.stderr())
    .toContain('"risks":["fsync","full_page_writes","failover"]')
})
