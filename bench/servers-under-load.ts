import { randomBytes } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { apiPaths } from '#/contracts/routes.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { leadBody, postLeads } from './post-load.ts'
import {
  atExit,
  type Program,
  parentOf,
  processorMs,
  programOf,
  signal,
  startArguments,
  startProgram,
} from './processes.ts'

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The PostgreSQL server for a benchmark. */
export type BenchPostgres = {
  /** The address of the database that exists from the start. */
  adminUrl: string
  /** The process id of PostgreSQL's main process. */
  postmaster: number
  /** Makes an empty database. Returns its address. */
  createDatabase: () => Promise<string>
  /** Drops the databases, and stops the server if the benchmark started it. */
  remove: () => Promise<void>
}

/** A server that is measured, and how many requests it has stored. */
export type ServerUnderLoad = {
  name: string
  program: Program
  /** The address for POST requests. */
  url: string
  postmaster: number
  databaseUrl: string
  stored: number
}

/** What requests cost. Times are milliseconds. */
export type Sample = {
  /** Requests in a second. */
  rate: number
  p50: number
  p99: number
  /** Processor time of the server and PostgreSQL for each request. */
  processor: number
  /** The part of it that PostgreSQL took. */
  inPostgres: number
}

/** Runs a statement on a new connection. Returns the first row. */
export async function query(
  databaseUrl: string,
  statement: string,
): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(statement)).rows[0] ?? {}
  } finally {
    await client.end()
  }
}

/** The type that Linux gives a file system in memory. */
const tmpfs = 0x01021994

/** Uses the server at this address, or starts one on a disk: in memory a sync would cost nothing. */
async function openServer(databaseUrl: string | undefined) {
  if (!databaseUrl) {
    if (statfsSync(tmpdir()).type === tmpfs) {
      throw new Error(`${tmpdir()} is in memory: give the benchmark a TMPDIR on a disk`)
    }
    return startPostgres()
  }
  const urlOf = (database: string) => {
    const url = new URL(databaseUrl)
    url.pathname = `/${database}`
    return url.href
  }
  return { urlOf, remove: async () => {} }
}

/** Opens the PostgreSQL for a benchmark. Throws if it is not on this machine. */
export async function openBenchPostgres(databaseUrl: string | undefined): Promise<BenchPostgres> {
  const server = await openServer(databaseUrl)
  const admin = databaseUrl ?? server.urlOf('postgres')
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0].pid)
  await client.end()
  if (!postmaster || programOf(postmaster) !== 'postgres') {
    throw new Error('the processes of this PostgreSQL cannot be read: it must run on this machine')
  }
  const cancelExit = databaseUrl ? () => {} : atExit(() => signal(postmaster, 'SIGQUIT'))
  const created: string[] = []
  return {
    adminUrl: admin,
    postmaster,
    async createDatabase() {
      const name = `bench_${randomBytes(6).toString('hex')}`
      await query(admin, `create database ${name}`)
      created.push(name)
      return server.urlOf(name)
    },
    async remove() {
      for (const name of created) await query(admin, `drop database ${name} with (force)`)
      await server.remove()
      cancelExit()
    },
  }
}

/** Starts the product with rate limits that no benchmark reaches. */
export function startProduct(env: Record<string, string>): Promise<Program> {
  const limits = { CONTACT_LIMIT_PER_MINUTE: '100000000', CONTACT_LIMIT_PER_HOUR: '100000000' }
  const folder = fileOf('..')
  return startProgram({ args: startArguments(folder), cwd: folder, env: { ...limits, ...env } })
}

/** Starts the minimal server that the product is compared with. */
export function startMinimal(databaseUrl: string): Promise<Program> {
  return startProgram({ args: [fileOf('minimal-server.ts')], env: { DATABASE_URL: databaseUrl } })
}

let nextLead = 1

/** Posts leads to a server for some seconds. Returns what a lead costs. */
export async function load(
  server: ServerUnderLoad,
  clients: number,
  seconds: number,
): Promise<Sample> {
  const { url, program, postmaster } = server
  // PostgreSQL may be a child of the server, so its time is counted once.
  const readBoth = () =>
    [processorMs([program.pid, postmaster]), processorMs([postmaster])] as const
  const [allBefore, postgresBefore] = readBoth()
  const { stored, tookMs, p50, p99 } = await postLeads({ url, clients, seconds, from: nextLead })
  const [all, inPostgres] = readBoth()
  nextLead += stored
  server.stored += stored
  return {
    rate: (stored / tookMs) * 1000,
    p50,
    p99,
    processor: (all - allBefore) / stored,
    inPostgres: (inPostgres - postgresBefore) / stored,
  }
}

/** Posts JSON; throws unless the answer is a success. */
export async function postJson(url: string, body: object, cookie = ''): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status} ${await response.text()}`)
  return response
}

/** Posts one lead to the product. */
export async function postOneLead({ url }: Program): Promise<void> {
  await postJson(url + apiPaths.contact, leadBody(nextLead))
  nextLead += 1
}
