/**
 * `npm run bench:leads`: what a stored lead costs, compared with a minimal server that only stores
 * it, on the same PostgreSQL and in the same run. Fails if a limit is missed.
 */
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { apiPaths } from '#/contracts/routes.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { buildIfStale } from '../scripts/build.ts'
import { measureMails } from './lead-mails.ts'
import { shorten, traceLead } from './lead-statements.ts'
import { createLimits, median, printLine } from './limits.ts'
import {
  type BenchPostgres,
  load,
  openBenchPostgres,
  query,
  type Sample,
  type ServerUnderLoad,
  startMinimal,
  startProduct,
} from './servers-under-load.ts'

const clientCounts = [1, 8, 32]
const mailClients = 8

/** The limit: the product's rate must be at least this share of the minimal server's rate. */
const minShare = 0.25
/** The limit for the processor time of the product and PostgreSQL for one lead, in milliseconds. */
const maxProcessorMs = 2.5

/** PostgreSQL's processes report their statistics after ten idle seconds. */
const statisticsMs = 10_500

/** How often the write-ahead log has been synced so far. */
async function readSyncs(databaseUrl: string): Promise<number> {
  const { server_version_num: version } = await query(databaseUrl, 'show server_version_num')
  const { syncs } = await query(
    databaseUrl,
    Number(version) >= 180_000
      ? `select sum(fsyncs)::float8 as syncs from pg_stat_io where object = 'wal'`
      : 'select wal_sync::float8 as syncs from pg_stat_wal',
  )
  return Number(syncs)
}

/** Syncs of the log for each request of a single client, so that no two requests share a sync. */
async function measureSyncs(server: ServerUnderLoad, seconds: number): Promise<number> {
  const [syncs, stored] = [await readSyncs(server.databaseUrl), server.stored]
  await load(server, 1, seconds)
  await sleep(statisticsMs)
  return ((await readSyncs(server.databaseUrl)) - syncs) / (server.stored - stored)
}

/** Throws if PostgreSQL does not sync what it commits. */
async function checkDurability(databaseUrl: string): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit']) {
    const { [setting]: value } = await query(databaseUrl, `show ${setting}`)
    if (value !== 'on') throw new Error(`${setting} is ${value}`)
  }
}

/**
 * Throws if there are not as many rows that fulfil the condition as answers with 201. For the
 * product the condition excludes quarantined leads, because those cost less: they are not notified.
 */
async function checkRows({ name, databaseUrl, stored }: ServerUnderLoad, condition: string) {
  const statement = `select count(*)::int as rows from leads where ${condition}`
  const { rows } = await query(databaseUrl, statement)
  if (rows !== stored) throw new Error(`${name} answered ${stored} times 201 and has ${rows} rows`)
}

const columns = (...cells: string[]) => cells.map((cell) => cell.padStart(11)).join('')

const head = columns('leads/s', 'p50', 'p99', 'processor', 'PostgreSQL')

function printRow(clients: number, name: string, sample: Sample): void {
  const times = [sample.p50, sample.p99, sample.processor, sample.inPostgres]
  const cells = columns(sample.rate.toFixed(0), ...times.map((ms) => ms.toFixed(2)))
  printLine(`  ${String(clients).padStart(7)}  ${name.padEnd(8)}${cells}`)
}

const medianOf = (samples: Sample[]): Sample => {
  const of = (key: keyof Sample) => median(samples.map((sample) => sample[key]))
  return {
    rate: of('rate'),
    p50: of('p50'),
    p99: of('p99'),
    processor: of('processor'),
    inPostgres: of('inPostgres'),
  }
}

/**
 * Measures the servers in turn. Returns a function for a server's medians at a count of clients.
 */
async function measureRates(servers: ServerUnderLoad[], seconds: number, rounds: number) {
  const samples = new Map<string, Sample[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const clients of clientCounts) {
      for (const server of servers) {
        const key = `${clients} ${server.name}`
        const sample = await load(server, clients, seconds)
        samples.set(key, [...(samples.get(key) ?? []), sample])
      }
    }
  }
  return (clients: number, { name }: ServerUnderLoad) =>
    medianOf(samples.get(`${clients} ${name}`) ?? [])
}

async function startServers(postgres: BenchPostgres, dataDir: string) {
  const start = async (name: 'minimal' | 'product'): Promise<ServerUnderLoad> => {
    const databaseUrl = await postgres.createDatabase()
    await checkDurability(databaseUrl)
    const isMinimal = name === 'minimal'
    const program = isMinimal
      ? await startMinimal(databaseUrl)
      : await startProduct({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
    return {
      name,
      program,
      url: program.url + (isMinimal ? '/' : apiPaths.contact),
      postmaster: postgres.postmaster,
      databaseUrl,
      stored: 0,
    }
  }
  return { minimal: await start('minimal'), product: await start('product') }
}

async function compare(postgres: BenchPostgres, seconds: number, rounds: number): Promise<void> {
  const folder = temporaryFolder()
  const { minimal, product } = await startServers(postgres, folder.path)
  const servers = [minimal, product]
  try {
    for (const server of servers) {
      const syncs = await measureSyncs(server, seconds)
      limits.check(
        `${server.name}: ${syncs.toFixed(2)} syncs of the log for each lead of one client (at least 1)`,
        syncs >= 1,
      )
    }
    // After this warm-up Node has compiled most of the code.
    for (const server of servers) await load(server, 8, seconds)
    const resultOf = await measureRates(servers, seconds, rounds)
    await checkRows(minimal, 'true')
    await checkRows(product, 'not is_quarantined')

    printLine(
      '\n  milliseconds of latency, of processor time for each lead, and PostgreSQL’s part of that:',
    )
    printLine(`  clients  ${''.padEnd(8)}${head}`)
    for (const clients of clientCounts) {
      for (const server of servers) printRow(clients, server.name, resultOf(clients, server))
    }
    printLine('')
    for (const clients of clientCounts) {
      const { rate, processor } = resultOf(clients, product)
      const share = rate / resultOf(clients, minimal).rate
      const who = clients === 1 ? '1 client' : `${clients} clients`
      limits.check(
        `${who}: ${(share * 100).toFixed(1)} % of the minimal server's rate (at least ${minShare * 100} %)`,
        share >= minShare,
      )
      limits.check(
        `${who}: ${processor.toFixed(2)} ms of processor time for each lead (at most ${maxProcessorMs} ms)`,
        processor <= maxProcessorMs,
      )
    }
  } finally {
    for (const { program } of servers) await program.end()
    folder.remove()
  }
}

async function printTraffic(postgres: BenchPostgres): Promise<void> {
  const { before, after } = await traceLead(await postgres.createDatabase())
  for (const [when, { statements, messages, roundTrips }] of [
    ['one lead, before its answer', before],
    ['and after it', after],
  ] as const) {
    const kinds = ['Q', 'P', 'E', 'S'].map((kind) => `${kind} ${messages[kind] ?? 0}`).join(', ')
    printLine(
      `\n  ${when}: ${statements.length} statements in ${roundTrips} round trips (${kinds})`,
    )
    for (const statement of statements) printLine(`    ${shorten(statement)}`)
  }
}

async function printMails(postgres: BenchPostgres, seconds: number): Promise<void> {
  const { sample, during, afterwards, waiting } = await measureMails(postgres, mailClients, seconds)
  printLine('\n  with one recipient of mails:')
  printRow(mailClients, 'product', sample)
  printLine(
    `  mails in a second while leads come: ${during.toFixed(0)}, with ${waiting} waiting at the end`,
  )
  if (waiting > 0)
    printLine(`  mails in a second when no more leads come: ${afterwards.toFixed(0)}`)
}

const { values } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
  },
})
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
await buildIfStale()
const limits = createLimits()
const postgres = await openBenchPostgres(values['database-url'])
try {
  const { server_version: version } = await query(postgres.adminUrl, 'show server_version')
  const cores = availableParallelism()
  printLine(
    `PostgreSQL ${version}, ${cores} processors, ${rounds} rounds of ${seconds} seconds each`,
  )
  await compare(postgres, seconds, rounds)
  await printTraffic(postgres)
  await printMails(postgres, seconds)
} finally {
  await postgres.remove()
}
process.exit(limits.conclude())
