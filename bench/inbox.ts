import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { leadFiltersSchema } from '#/contracts/leads/inbox.ts'
import { submissionSchema } from '#/contracts/leads/leads.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import type { DatabaseHandle } from '#/server/db/database.ts'
import { countDaily, countLeads, countMatching, countSources } from '#/server/leads/inbox/counts.ts'
import { parseCursor, selectFirst } from '#/server/leads/inbox/list-leads.ts'
import { searchFor } from '#/server/leads/inbox/search-leads.ts'
import { measureSpeed } from '#/server/leads/inbox/speed.ts'
import { createSubmitLead } from '#/server/leads/intake/submit-lead.ts'
import { readLead } from '#/server/leads/one-lead/lead-details.ts'
import { buildTestApp, signInAs } from '#tests/support/app-builder.ts'
import { contactBody } from '#tests/support/factories.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { buildIfStale } from '../scripts/build.ts'
import { fillInbox } from './fill-leads.ts'
import { createTimings, type Timings } from './timings.ts'

const limit = 100

const printLine = (line: string) => void process.stdout.write(`${line}\n`)

/** Search terms, grouped by how many leads match, or by what makes them slow. */
const searches: Record<string, string[]> = {
  'most leads': ['gmail', '.com', 'smi'],
  'one in fifty': ['maria', 'María', 'smith', 'garcia'],
  'one in a hundred': ['xanthopoulos', 'quigley', 'nguyen', 'zoe'],
  'one in ten thousand': ['zoe xan', 'björn zbig', 'quentin quig', 'ursula nguyen'],
  'a single lead': ['maria.garcia77@', 'yusuf.cox31@', 'renee.ross500@icloud'],
  none: ['nobody@example.test', 'qqqq', 'anaanana', '漢字'],
  'only old leads': ['ancient'],
  'one character': ['a', 'z', 'q', '@', 'é', '%', '漢', '7'],
  'two characters': ['ma', 'zz', 'xa', 'uz', '77', '@g', 'qu', '__'],
  'a phone number': ['(386) 555-0123', '407.555.0199', '+1 689 555 0123'],
  'a part of one': ['386', '(386) 5', '1 386 55', '555-01', '0123', '38655', '9999999'],
}

/** Searches with filters, which only some of the matches pass. */
const filteredSearches = [
  { q: 'quigley', service: 'ac-repair' },
  { q: 'maria s', service: 'ac-repair' },
  { q: 'smith', service: 'ac-repair', source: 'yelp', status: 'new' },
  { q: 'zoe xan', source: 'facebook' },
]

/**
 * Uses a separate connection, because these statements take longer than the product's time limit.
 */
async function fill(databaseUrl: string, count: number) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await fillInbox(drizzle(client), count)
  await client.end()
}

/** Cursors for the first, the middle and the last page. */
async function findPlaces({ db }: DatabaseHandle, count: number) {
  const placeAt = async (position: number) => {
    const { rows } = (await db.execute(sql`
      select (extract(epoch from created_at) * 1000000)::bigint::text || '.' || id as place
      from leads where not is_quarantined and id >= ${position} order by id limit 1`)) as unknown as {
      rows: { place: string }[]
    }
    return rows[0]?.place
  }
  return {
    first: undefined,
    middle: await placeAt(Math.floor(count / 2)),
    last: await placeAt(limit),
  }
}

type Places = Awaited<ReturnType<typeof findPlaces>>

/**
 * Reads a page inside the database without sending it here. The HTTP timings include the sending.
 */
function readInside(db: DatabaseHandle['db'], page: ReturnType<typeof selectFirst>) {
  return db.execute(
    sql`select count(*), max(micros), max(email), sum(length(message)) from (${page.getSQL()}) page`,
  )
}

async function timeDatabase(database: DatabaseHandle, places: Places, timings: Timings) {
  const { db } = database
  const { time, searchLimit, shortSearchLimit } = timings
  const filterSets = {
    'all leads': {},
    new: { status: 'new' },
    contacted: { status: 'contacted' },
    'one service': { service: 'ac-repair' },
    'one source': { source: 'facebook' },
    'new, of one service and source': { service: 'ac-repair', source: 'yelp', status: 'new' },
  }
  for (const [name, query] of Object.entries(filterSets)) {
    const filters = leadFiltersSchema.parse(query)
    for (const [place, cursor] of Object.entries(places)) {
      const after = parseCursor(cursor)
      await time(`list, ${name}, ${place} page`, 5, () =>
        readInside(db, selectFirst(db, filters, { after, limit: limit + 1 })),
      )
    }
  }
  const everything = leadFiltersSchema.parse({})
  await time('list, from its end', 5, () =>
    readInside(db, selectFirst(db, everything, { limit: limit + 1, order: 'oldest' })),
  )

  const search = async (query: object, cursor?: string) =>
    searchFor(db, leadFiltersSchema.parse(query))?.page({ limit, cursor })
  for (const [name, terms] of Object.entries(searches)) {
    const isShort = terms.every((term) => term.length < 3)
    await time(`search, ${name}`, isShort ? shortSearchLimit : searchLimit, (round) =>
      search({ q: terms[round % terms.length] }),
    )
  }
  for (const query of filteredSearches) {
    await time(`search, ${Object.values(query).join(', ')}`, searchLimit, () => search(query))
  }
  const deep = { q: 'maria', status: 'contacted' }
  await time('search, filtered, from the middle', searchLimit, () => search(deep, places.middle))
  const counted = Object.values(searches).flat()
  await time('count of a search', searchLimit, (round) =>
    countMatching(db, leadFiltersSchema.parse({ q: counted[round % counted.length] })),
  )

  await time('cards', 2, () => countLeads(db))
  await time('count of a filter', 2, () =>
    countMatching(db, leadFiltersSchema.parse({ service: 'ac-repair' })),
  )
  await time('sources', undefined, () => countSources(db))
  await time('speed to lead', undefined, () => measureSpeed(db))
  await time('plot of thirty days', undefined, () => countDaily(db, 'source'))
  const submitLead = createSubmitLead(database)
  const store = (round: number) =>
    submitLead({
      submission: submissionSchema.parse(
        contactBody({ name: `Visitor ${round}`, phone: `386${5_550_000 + round}` }),
      ),
    })
  await time('a request stored', undefined, store)
  await time('one lead with all details', undefined, () => readLead(db, 77))
}

async function timeHttp(database: DatabaseHandle, places: Places, timings: Timings) {
  const app = await buildTestApp(database)
  const cookie = await signInAs(app, database.db, 'admin')
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const get = async (path: string) => {
    const response = await fetch(origin + path, { headers: { cookie } })
    const body = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`)
    return body
  }
  for (const [place, cursor] of Object.entries(places)) {
    const query = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) })
    await timings.time(`HTTP: list, ${place} page`, 15, () => get(`${apiPaths.leads}?${query}`))
  }
  await timings.time('HTTP: cards', 15, () => get(apiPaths.leadStats))
  const start = performance.now()
  const response = await fetch(origin + apiPaths.leads, { headers: { cookie } })
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.length
  const seconds = (performance.now() - start) / 1000
  printLine(`  every lead, streamed: ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s`)
  await app.close()
}

const { values } = parseArgs({ options: { leads: { type: 'string', default: '1000000' } } })
const leadCount = Number(values.leads)
await buildIfStale()
const postgres = await startPostgres()
const databaseUrl = postgres.urlOf('postgres')
const database = await openDatabase({ dataDir: '', databaseUrl }, silentLogger)
const start = performance.now()
await fill(databaseUrl, leadCount)
const seconds = Math.round((performance.now() - start) / 1000)
printLine(`${leadCount.toLocaleString('en')} leads (made in ${seconds} s)`)
const timings = createTimings({ searchLimit: 50, shortSearchLimit: 150 }, printLine)
const places = await findPlaces(database, leadCount)
await timeDatabase(database, places, timings)
await timeHttp(database, places, timings)
await database.close()
await postgres.remove()
const missed = timings.missed()
printLine(missed.length === 0 ? '\nEvery limit holds.' : `\nMissed: ${missed.join('; ')}`)
process.exit(missed.length === 0 ? 0 : 1)
