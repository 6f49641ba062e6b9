/**
 * `npm run bench -- inbox`: the list, its search and its counts over 100,000 leads, which are 13 years of
 * 20 a day, as the inbox asks the product for them. Fails if a p99 is over its limit.
 */

import { sql } from 'drizzle-orm'
import { api } from '#/contracts/endpoints/api.ts'
import { stages, waitsFor } from '#/contracts/leads/lead-stage.ts'
import { leadOrders, resultPeriods } from '#/contracts/limits.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import type { DatabaseHandle } from '#/server/db/database.ts'
import { laterTurns } from '#/server/referrals/derive.ts'
import { printLine } from '#tests/support/machine/rows.ts'
import { ownerEnv, signInOwner } from '#tests/support/owner.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { fillInboxAt } from './support/fill-leads.ts'
import { type Bench, bench } from './support/harness.ts'

const leadCount = 100_000

const listLimit = 50
const cardsLimit = 30
const resultsLimit = 150
/** So that all of them take ten seconds. */
const exportLimit = 100

const filterSets: Record<string, Record<string, string>> = {
  'all leads': {},
  contacted: { status: 'contacted' },
  new: { status: 'new' },
  closed: { status: 'closed' },
  'new, of one service and source': { service: 'ac-repair', source: 'yelp', status: 'new' },
  'a source without leads': { source: 'nowhere' },
  quarantine: { quarantined: 'true' },
  ...Object.fromEntries(stages.map((stage) => [`stage ${stage}`, { stage }])),
  ...Object.fromEntries(waitsFor.map((each) => [`waits for ${each}`, { waitsFor: each }])),
  'waits for us, searched': { waitsFor: 'us', q: 'maria' },
  'of one contractor': { contractor: '8' },
  'of one contractor, who has to call': { contractor: '8', waitsFor: 'contractor' },
  'done by one contractor, of one source': { contractor: '8', stage: 'done', source: 'yelp' },
}

/** Search terms, grouped by how many leads match, or by what makes them slow. */
const searches: Record<string, string[]> = {
  'a common word': ['gmail', 'maria', 'hums but', 'lakeshore', 'called back'],
  'one in a hundred': ['xanthopoulos', 'nguyen', 'zoe', '38655'],
  'a rare word': ['zoe xan', 'yusuf.cox31@', 'gate 4242', 'nobody@example.test', 'qqqq'],
  'a single letter': ['a', 'z', 'q', '7', 'é'],
  'two characters': ['ma', 'xa', '77', '@g', 'qu', 'zz'],
  'a phone number': ['(386) 555-0123', '407.555.0199', '+1 689 555 0123', '9999999'],
  'a part of one': ['386', '(386) 5', '555-01', '0123'],
}

/** The cursor of a page far down. */
async function findMiddle({ db }: DatabaseHandle): Promise<string | undefined> {
  const { rows } = await db.execute<{ place: string }>(sql`
    select (extract(epoch from created_at) * 1000000)::bigint::text || '.' || id as place
    from leads where not is_quarantined order by id offset ${leadCount / 2} limit 1`)
  return rows[0]?.place
}

async function timeRoutes(url: string, middle: string | undefined, { time }: Bench) {
  const { headers } = await signInOwner(url)
  async function get(path: string, query: Record<string, string | undefined> = {}) {
    const asked = `${path}?${new URLSearchParams(JSON.parse(JSON.stringify(query)))}`
    const response = await fetch(url + asked, { headers })
    const body = await response.text()
    if (response.status !== 200) throw new Error(`${asked}: ${response.status} ${body}`)
  }
  for (const [name, filters] of Object.entries(filterSets)) {
    for (const order of leadOrders) {
      await time(`list, ${name}, by ${order}`, listLimit, () =>
        get(api.leads.path, { limit: '100', order, ...filters }),
      )
    }
    await time(`list and counts, ${name}`, listLimit, () =>
      get(api.leads.path, { limit: '100', withCounts: 'true', ...filters }),
    )
  }
  for (const [order, cursor] of [
    ['newest', middle],
    ['waiting', `${laterTurns.nobody}.${middle}`],
  ]) {
    await time(`list, all by ${order}, a page far down`, listLimit, () =>
      get(api.leads.path, { limit: '100', order, cursor }),
    )
  }
  for (const [name, terms] of Object.entries(searches)) {
    const term = (round: number) => terms[round % terms.length]
    for (const order of leadOrders) {
      await time(`search, ${name}, by ${order}`, listLimit, (round) =>
        get(api.leads.path, { order, q: term(round) }),
      )
    }
    await time(`search and counts, ${name}`, listLimit, (round) =>
      get(api.leads.path, { withCounts: 'true', q: term(round) }),
    )
  }
  await time('counts', cardsLimit, () => get(api.leads.path, { withCounts: 'true', limit: '1' }))
  await time('sources', cardsLimit, () => get(api.leadSources.path))
  await time('contractors', cardsLimit, () => get(api.leadCompanies.path))
  for (const days of resultPeriods) {
    await time(`results of ${days} days`, resultsLimit, () =>
      get(api.results.path, { days: `${days}` }),
    )
  }
  await time('a thousand of an export', exportLimit, () =>
    get(api.leadExport.path, { limit: '1000' }),
  )
}

await bench(async (tools) => {
  const postgres = await startPostgres()
  tools.atEnd(postgres.remove)
  const databaseUrl = postgres.urlOf('postgres')
  const database = await openDatabase({ dataDir: '', databaseUrl }, silentLogger)
  await fillInboxAt({ connectionString: databaseUrl }, leadCount)
  const middle = await findMiddle(database)
  await database.close()
  printLine(`${leadCount.toLocaleString('en')} leads`)
  const { url } = await tools.startProduct({ ...ownerEnv, DATABASE_URL: databaseUrl })
  await timeRoutes(url, middle, tools)
})
