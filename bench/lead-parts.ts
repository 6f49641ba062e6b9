/**
 * `npm run bench:lead-parts`: what each index adds to the cost of storing a lead, in
 * milliseconds of PostgreSQL's processor time. For each row a new database is made without the
 * parts that the row names, and leads are stored by the SQL function `store_lead` on one
 * connection.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase } from '#/server/db/connect/client.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { printLine } from './limits.ts'
import { leadBody } from './post-load.ts'

const { values } = parseArgs({ options: { leads: { type: 'string', default: '6000' } } })
const count = Number(values.leads)
const warmUp = 300

const dropIndexes = (...names: string[]) => names.map((name) => `drop index ${name};`).join('')
const filterIndexes = ['leads_by_status', 'leads_by_service', 'leads_by_source']
const samePersonIndexes = ['leads_phone', 'leads_email', 'leads_address']

/** What is left out: parts of the database, and the link to the page of the request. */
type Variant = [name: string, preparation: string, isLinked?: boolean]

const variants: Variant[] = [
  ['everything', ''],
  ['without the link to the page of the request', '', false],
  ['without the index of the search', dropIndexes('leads_search')],
  ['without the indexes of the filters', dropIndexes(...filterIndexes)],
  ['without the indexes of phone, email and address', dropIndexes(...samePersonIndexes)],
  ['without the index of messages', dropIndexes('leads_message')],
]

/** A lead as the argument of `store_lead`. */
function entry(number: number): string {
  const { submissionId, ...typed } = leadBody(number)
  return JSON.stringify({
    ...typed,
    phone_as_typed: typed.phone,
    submission_id: submissionId,
    content_hash: `hash of ${number}`.padEnd(64, '0'),
    source: 'direct',
    attribution: { landingPage: '/contact' },
    is_quarantined: false,
    quarantine_reasons: [],
  })
}

/** Processor time that a process has used, in milliseconds. The kernel counts in steps of 10 ms. */
function usedMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function storeLeads(client: pg.Client, from: number, to: number, isLinked: boolean) {
  const text = 'select * from store_lead($1, true, null, 0, $2)'
  for (let number = from; number < to; number += 1) {
    const linkHash = isLinked ? `hash of the link ${number}`.padEnd(43, '0') : null
    await client.query({ name: 'store', text, values: [entry(number), linkHash] })
  }
}

async function measure(url: string, preparation: string, isLinked: boolean): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  if (preparation) await client.query(preparation)
  // Waiting for the disk uses no processor time and would only lengthen the run.
  await client.query('set synchronous_commit = off')
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() pid')
  const pid = rows[0]?.pid ?? 0
  await storeLeads(client, 0, warmUp, isLinked)
  const before = usedMs(pid)
  await storeLeads(client, warmUp, warmUp + count, isLinked)
  const ms = (usedMs(pid) - before) / count
  await client.end()
  return ms
}

const postgres = await startPostgres()
const template = postgres.urlOf('postgres')
await (await openDatabase({ dataDir: '', databaseUrl: template }, silentLogger)).close()
const admin = new pg.Client(postgres.urlOf('template1'))
await admin.connect()
for (const [name, preparation, isLinked = true] of variants) {
  await admin.query('create database parts template postgres')
  const ms = await measure(postgres.urlOf('parts'), preparation, isLinked)
  await admin.query('drop database parts with (force)')
  printLine(`${name.padEnd(50)} ${ms.toFixed(3)} ms`)
}
await admin.end()
await postgres.remove()
