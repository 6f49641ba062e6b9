/**
 * `npm run bench:beside`: on the embedded server with 100,000 leads, what an export of all leads, long
 * searches, a copy of the database, a backup with its trial, and a stranger who reads the page of a
 * request on eight connections cost a visitor who loads a page or sends a lead meanwhile. Fails where that is more than 100 ms. `-- --work backup` measures only the
 * works with that word in their name.
 */
import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { apiPaths, pagePaths } from '#/contracts/routes.ts'
import { runJob } from '#/server/backup/schedule/run-job.ts'
import { pathsIn } from '#/server/db/embedded/folders.ts'
import { startServer } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { buildIfStale } from '../scripts/build.ts'
import { fillInbox } from './fill-leads.ts'
import { getOften } from './get-load.ts'
import { createLimits, median, printLine } from './limits.ts'
import { leadBody } from './post-load.ts'
import { accepted } from './same-bytes.ts'

const limitMs = 100
const visits = 200
const pauseMs = 50
const owner = { email: 'owner@example.com', password: 'correct horse battery' }
const { values } = parseArgs({
  options: { leads: { type: 'string', default: '100000' }, work: { type: 'string', default: '' } },
})

/** Work for the owner, done again and again until it is stopped. */
type Work = (stop: AbortSignal) => Promise<void>

async function timed(url: string, init?: RequestInit): Promise<number> {
  const began = performance.now()
  const answer = await fetch(url, init)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return performance.now() - began
}

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

let sent = 5_000_000

/** What a visitor waits for: a page and a lead, in milliseconds. */
async function visitOften(url: string): Promise<{ page: number[]; lead: number[] }> {
  const times = { page: [] as number[], lead: [] as number[] }
  for (let visit = 0; visit < visits; visit += 1) {
    times.page.push(await timed(url + pagePaths.home))
    sent += 1
    times.lead.push(await timed(url + apiPaths.contact, post(leadBody(sent))))
    await sleep(pauseMs)
  }
  return times
}

/** The time within which so large a share of them is over. */
const within = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.NaN

const distribution = (times: readonly number[]) =>
  [0.5, 0.95, 0.99, 1].map((share) => within(times, share).toFixed(1)).join(' / ')

/** Makes backups and tries them, as the schedule does, and prints how long each took. */
async function backUp(dataDir: string, stop: AbortSignal): Promise<void> {
  const folder = join(dataDir, 'bench')
  const keep = { days: 1, weeks: 0, months: 0, years: 0 }
  const order = {
    kept: { folder, isFolderNamed: false, keep },
    ...{ dueAt: new Date().toISOString(), location: { dataDir }, publicKeys: [] },
    trial: { folder: dataDir, prefix: 'trial-', mayClean: false },
  }
  while (!stop.aborted) {
    const began = performance.now()
    const { made, problem } = await runJob(order, stop)
    rmSync(folder, { recursive: true, force: true })
    if (stop.aborted) return
    if (!made || problem) throw new Error(problem ?? 'no backup was made')
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    printLine(`    a backup of ${made.bytes} bytes, made and tried in ${seconds} s`)
  }
}

/** Reads the page of a request as fast as it is answered, or refused. */
async function readRequestPage(url: string, stop: AbortSignal): Promise<void> {
  sent += 1
  const answer = await fetch(url + apiPaths.contact, post(leadBody(sent)))
  const { data } = (await answer.json()) as { data: { requestPath: string } }
  const load = { url: url + data.requestPath, headers: accepted, statuses: [200, 429] }
  while (!stop.aborted) await getOften({ ...load, count: 3000, clients: 8 })
}

type Site = { url: string; cookie: string; client: pg.Client; dataDir: string }

function worksOn({ url, cookie, client, dataDir }: Site): Record<string, Work> {
  const read = async (query: string) => {
    const answer = await fetch(`${url}${apiPaths.leads}?${query}`, { headers: { cookie } })
    const page = (await answer.json()) as { nextCursor: string | null }
    if (!answer.ok) throw new Error(`the list answered ${answer.status}`)
    return page.nextCursor
  }
  return {
    async 'an export of all leads'(stop) {
      for (let cursor: string | null = null; !stop.aborted; ) {
        const query: Record<string, string> = { limit: '1000', ...(cursor && { cursor }) }
        cursor = await read(new URLSearchParams(query).toString())
      }
    },
    async 'long searches'(stop) {
      const terms = ['a', 'anaanana', 'zz', 'maria', '9999999']
      for (let turn = 0; !stop.aborted; turn += 1) await read(`q=${terms[turn % terms.length]}`)
    },
    async 'a copy of the database'(stop) {
      while (!stop.aborted) await client.query("select md5(string_agg(leads::text, '')) from leads")
    },
    'a backup and its trial': (stop) => backUp(dataDir, stop),
    'a request read on 8 connections': (stop) => readRequestPage(url, stop),
  }
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(url + apiPaths.signIn, post(owner))
  return answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
}

await buildIfStale()
const folder = temporaryFolder()
const limits = createLimits()
const server = await startServer({
  DATA_DIR: folder.path,
  ADMIN_EMAIL: owner.email,
  ADMIN_PASSWORD: owner.password,
  CONTACT_LIMIT_PER_MINUTE: '1000000',
  CONTACT_LIMIT_PER_HOUR: '1000000',
  LOG_LEVEL: 'error',
})
try {
  const host = realpathSync(pathsIn(folder.path).socket)
  const client = new pg.Client({ host, user: 'breezeway', database: 'postgres' })
  await client.connect()
  await fillInbox(drizzle(client), Number(values.leads))
  printLine(`A visitor beside the owner, ${Number(values.leads).toLocaleString('en')} leads`)
  const cookie = await signIn(server.url)
  await visitOften(server.url)
  for (const [name, work] of Object.entries(
    worksOn({ url: server.url, cookie, client, dataDir: folder.path }),
  )) {
    if (!name.includes(values.work)) continue
    const idle = await visitOften(server.url)
    const over = new AbortController()
    const working = work(over.signal)
    working.catch(() => {})
    const beside = await visitOften(server.url)
    over.abort()
    await working
    for (const what of ['page', 'lead'] as const) {
      const cost = within(beside[what], 0.95) - median(idle[what])
      limits.check(
        `${name}, a ${what}: 19 of 20 cost at most ${cost.toFixed(1)} ms more (at most ${limitMs})`,
        cost <= limitMs,
      )
      printLine(`    p50 / p95 / p99 / longest alone: ${distribution(idle[what])} ms`)
      printLine(`    beside it: ${distribution(beside[what])} ms`)
    }
  }
  await client.end()
} finally {
  await server.end('SIGTERM')
  folder.remove()
}
printLine('')
process.exit(limits.conclude())
