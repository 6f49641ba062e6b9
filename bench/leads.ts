/**
 * `npm run bench -- leads`: what a stored lead costs, compared with a minimal server that only stores
 * it, on the same PostgreSQL and in the same run; what one costs whose mail goes to a recipient; and
 * how fast the journal is stored when the database is back. `--seconds N`, `--rounds N`.
 */
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { apiPaths } from '#/contracts/routes.ts'
import { makeCertificate } from '#tests/support/certificate.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { ownerEnv, signInOwner } from '#tests/support/owner.ts'
import { type PostgresServer, postmasterOf, startPostgres } from '#tests/support/postgres-server.ts'
import { startServer } from '#tests/support/server-process.ts'
import { type Bench, bench, median, printLine } from './support/harness.ts'
import { sendLoad } from './support/load.ts'
import { processorMs } from './support/processes.ts'

const clientCounts = [1, 8, 32]

/** The product's rate must be at least this share of the minimal server's, by the number of clients. */
const minShares: Record<number, number> = { 8: 0.4, 32: 0.4 }
/** The processor time of the product and PostgreSQL for a lead that one recipient is told of. */
const maxProcessorMs = 2.5
/** Requests of the journal that are stored in a second. */
const minReplayed = 100
const inJournal = 1_000

/** The type that Linux gives a file system in memory. */
const tmpfs = 0x01021994

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
  },
})
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]

type Server = { name: string; url: string; pid: number; databaseUrl: string; stored: number }

/** What requests cost: how many in a second, and milliseconds; `inPostgres` is a part of `processor`. */
type Sample = Record<'rate' | 'p50' | 'p99' | 'processor' | 'inPostgres', number>

async function query(databaseUrl: string, statement: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(statement)).rows[0] ?? {}
  } finally {
    await client.end()
  }
}

const countLeads = async (databaseUrl: string, condition = 'true') =>
  Number((await query(databaseUrl, `select count(*) as n from leads where ${condition}`)).n)

let nextLead = 1

/** Posts leads to a server for some seconds. Returns what a lead costs. */
async function load(server: Server, postmaster: number, clients: number): Promise<Sample> {
  const readBoth = () => [[server.pid, postmaster], [postmaster]].map(processorMs)
  const [allBefore = 0, postgresBefore = 0] = readBoth()
  const sent = { url: server.url, clients, seconds, statuses: [201], leadsFrom: nextLead }
  const { answered, tookMs, p50, p99 } = await sendLoad(sent)
  const [all = 0, inPostgres = 0] = readBoth()
  nextLead += answered
  server.stored += answered
  return {
    rate: (answered / tookMs) * 1000,
    ...{ p50, p99 },
    processor: (all - allBefore) / answered,
    inPostgres: (inPostgres - postgresBefore) / answered,
  }
}

/** A server on a new database of its own. Throws if PostgreSQL does not sync what it commits. */
async function start(
  { startProduct, atEnd }: Bench,
  postgres: PostgresServer,
  name: 'minimal' | 'product' | 'told',
  env: Record<string, string> = {},
): Promise<Server> {
  const databaseUrl = postgres.urlOf(`bench_${name}`)
  await query(postgres.urlOf('postgres'), `create database bench_${name}`)
  for (const setting of ['fsync', 'synchronous_commit']) {
    const { [setting]: value } = await query(databaseUrl, `show ${setting}`)
    if (value !== 'on') throw new Error(`${setting} is ${value}`)
  }
  const all = { ...env, DATABASE_URL: databaseUrl }
  if (name !== 'minimal') {
    const { url, pid } = await startProduct(all)
    return { name, url: url + apiPaths.contact, pid, databaseUrl, stored: 0 }
  }
  const script = 'bench/support/minimal-server.ts'
  const server = await startServer(all, { script })
  atEnd(() => server.end('SIGTERM'))
  return { name, url: `${server.url}/`, pid: server.pid, databaseUrl, stored: 0 }
}

/** Throws if there are not as many rows as answers with 201. */
async function checkRows({ name, databaseUrl, stored }: Server): Promise<void> {
  // Quarantined leads would cost less: no one is told of them.
  const rows = await countLeads(databaseUrl, name === 'minimal' ? 'true' : 'not is_quarantined')
  if (rows !== stored) throw new Error(`${name} answered ${stored} times 201 and has ${rows} rows`)
}

function printRow(clients: number, name: string, sample: Sample): void {
  const { rate, ...times } = sample
  const cells = Object.entries(times).map(([what, ms]) => `${what} ${ms.toFixed(2)}`)
  printLine(
    `  ${String(clients).padStart(2)} clients ${name.padEnd(8)}${rate.toFixed(0).padStart(6)} a second; ms: ${cells.join(', ')}`,
  )
}

const medianOf = (samples: readonly Sample[] = []) => {
  const names = ['rate', 'p50', 'p99', 'processor', 'inPostgres'] as const
  const medians = names.map((name) => [name, median(samples.map((sample) => sample[name]))])
  return Object.fromEntries(medians) as Sample
}

/** Measures the product and the minimal server in turns. */
async function compare(tools: Bench, postgres: PostgresServer): Promise<void> {
  const postmaster = postmasterOf(postgres.dataDir)
  const servers = [await start(tools, postgres, 'minimal'), await start(tools, postgres, 'product')]
  // After this Node has compiled most of the code.
  for (const server of servers) await load(server, postmaster, 8)
  const samples = new Map<string, Sample[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const clients of clientCounts) {
      for (const server of servers) {
        const key = `${clients} ${server.name}`
        const sample = await load(server, postmaster, clients)
        samples.set(key, [...(samples.get(key) ?? []), sample])
      }
    }
  }
  for (const server of servers) await checkRows(server)
  for (const clients of clientCounts) {
    const [minimal, product] = servers.map(({ name }) => {
      const result = medianOf(samples.get(`${clients} ${name}`))
      printRow(clients, name, result)
      return result.rate
    })
    const share = (product ?? 0) / (minimal ?? Number.NaN)
    const least = minShares[clients]
    const what = `${clients} clients: ${(share * 100).toFixed(1)} % of the minimal server's rate`
    if (least === undefined) printLine(`  ${what}`)
    else tools.check(`${what} (at least ${least * 100} %)`, share >= least)
  }
}

/** Leads with one recipient, whose mails go to a mail server in this process. */
async function measureTold(tools: Bench, postgres: PostgresServer): Promise<void> {
  const mailServer = await startMailServer(await makeCertificate(), () => 'accept', {
    isSecure: false,
  })
  tools.atEnd(mailServer.goAway)
  const env = { ...ownerEnv, SMTP_URL: mailServer.url }
  const server = await start(tools, postgres, 'told', env)
  await (await signInOwner(new URL(server.url).origin)).addRecipient('to@example.com')
  const postmaster = postmasterOf(postgres.dataDir)
  const untilTold = async () => {
    while (mailServer.taken.length < server.stored) await sleep(20)
  }
  await load(server, postmaster, 8)
  await untilTold()
  const before = processorMs([server.pid, postmaster])
  const stored = server.stored
  const sample = await load(server, postmaster, 8)
  await untilTold()
  const each = (processorMs([server.pid, postmaster]) - before) / (server.stored - stored)
  printRow(8, 'told', sample)
  tools.check(
    `a lead and its mail: ${each.toFixed(2)} ms of processor time (at most ${maxProcessorMs})`,
    each <= maxProcessorMs,
  )
}

/** Requests that come while the database is away, and how soon they are in it when it is back. */
async function measureReplay({ startProduct, check }: Bench, postgres: PostgresServer) {
  const databaseUrl = postgres.urlOf('bench_journal')
  await query(postgres.urlOf('postgres'), 'create database bench_journal')
  const { url } = await startProduct({ DATABASE_URL: databaseUrl })
  await postgres.stopImmediately()
  const sent = { url: url + apiPaths.contact, clients: 8, statuses: [201], leadsFrom: nextLead }
  await sendLoad({ ...sent, count: inJournal })
  await postgres.start()
  let [began, count] = [0, 0]
  while (count < inJournal) {
    count = await countLeads(databaseUrl)
    if (count > 0) began ||= performance.now()
    await sleep(20)
  }
  const rate = (inJournal / (performance.now() - began)) * 1000
  check(
    `the journal: ${rate.toFixed(0)} requests stored a second (at least ${minReplayed})`,
    rate >= minReplayed,
  )
}

await bench(async (tools) => {
  if (statfsSync(tmpdir()).type === tmpfs) {
    throw new Error(`${tmpdir()} is in memory, where a sync costs nothing: set TMPDIR to a disk`)
  }
  const postgres = await startPostgres()
  tools.atEnd(postgres.remove)
  await compare(tools, postgres)
  await measureTold(tools, postgres)
  await measureReplay(tools, postgres)
})
