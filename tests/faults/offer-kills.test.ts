/** @module-tag slow */
import { and, eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { productRole } from '#/server/db/embedded/roles.ts'
import { offerSettings, offers, referrals } from '#/server/db/tables/schema.ts'
import { freshDatabase, type NewDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { asSuperuser } from '#tests/support/postgres-server.ts'
import {
  linkTo,
  type OfferProcesses,
  openPage,
  sendLead,
  startOfferProcesses,
} from './offer-processes.ts'

/** Where a process can die: before it changes such a row, or at the commit that stores it. */
type Point = {
  name: string
  table: string
  on: 'insert' | 'update'
  when: string
  isAtCommit?: boolean
}

const isClaim = 'new.claim_token is not null and old.claim_token is null'

const points: readonly Point[] = [
  { name: 'an offer is stored', table: 'offers', on: 'insert', when: 'true' },
  {
    ...{ name: 'an offer is committed', table: 'offers', on: 'insert', when: 'true' },
    isAtCommit: true,
  },
  {
    name: 'an offer is accepted',
    table: 'offers',
    on: 'update',
    when: `new.state = 'accepted' and old.state = 'open'`,
  },
  {
    name: 'an offer expires',
    table: 'offers',
    on: 'update',
    when: `new.state = 'expired' and old.state = 'open'`,
  },
  {
    name: 'the mail of an offer is queued',
    table: 'deliveries',
    on: 'insert',
    when: `new.channel = 'offer'`,
  },
  {
    name: 'the mail of an offer is claimed',
    table: 'deliveries',
    on: 'update',
    when: `new.channel = 'offer' and ${isClaim}`,
  },
  {
    name: 'it is stored that a mail was sent',
    table: 'delivery_attempts',
    on: 'insert',
    when: 'true',
  },
  {
    name: 'the history says that it was offered',
    table: 'lead_history',
    on: 'insert',
    when: `new.kind = 'offered'`,
  },
  {
    name: 'the history says that an offer expired',
    table: 'lead_history',
    on: 'insert',
    when: `new.kind = 'offer-expired'`,
  },
  {
    name: 'the acceptance is committed',
    table: 'offers',
    on: 'update',
    when: `new.state = 'accepted' and old.state = 'open'`,
    isAtCommit: true,
  },
  {
    name: 'the mail with the details is queued',
    table: 'deliveries',
    on: 'insert',
    when: `new.channel = 'match'`,
  },
  {
    name: 'the mail with the details is claimed',
    table: 'deliveries',
    on: 'update',
    when: `new.channel = 'match' and ${isClaim}`,
  },
]

/** A kill takes some seconds; `npm run faults` does them all. */
const tried = inject('faults') === 'full' ? points : points.slice(0, 2)

const roleOf = (place: number) => `offers_process_${place}`

/** The number of the lock at which a process waits at a point. */
const gateOf = (point: Point) => 8_100 + points.indexOf(point)

let database: NewDatabase
/** Outside of the pool: it holds a gate for longer than a query may take. */
let client: pg.Client
let world: OfferProcesses

/** Whoever comes to a point waits there while its gate is held. */
async function makeGates(): Promise<void> {
  await client.query(`
    create function wait_at_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(tg_argv[0]::bigint); return new; end $$`)
  for (const point of points) {
    const gate = gateOf(point)
    const [kind, rest] = point.isAtCommit
      ? ['constraint trigger', 'deferrable initially deferred']
      : ['trigger', '']
    await client.query(`
      create ${kind} gate_${gate} ${point.isAtCommit ? 'after' : 'before'} ${point.on} on ${point.table}
      ${rest} for each row when (${point.when}) execute function wait_at_gate(${gate})`)
  }
}

beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client({ connectionString: asSuperuser(database.location.databaseUrl ?? '') })
  await client.connect()
  for (const place of [0, 1]) {
    await client.query(`drop role if exists ${roleOf(place)}`)
    await client.query(`create role ${roleOf(place)} login in role ${productRole}`)
  }
  // By its role a process is known to the database.
  const urlFor = (place: number) => {
    const url = new URL(database.location.databaseUrl ?? '')
    url.username = roleOf(place)
    return url.href
  }
  world = await startOfferProcesses(database.location, { processes: 2, contractors: 2 }, urlFor)
  await world.db.insert(offerSettings).values({ isAutomatic: true })
  await makeGates()
})
afterAll(async () => {
  await world?.close()
  for (const place of [0, 1]) await client?.query(`drop role if exists ${roleOf(place)}`)
  await client?.end()
  await database?.remove()
})

const hold = (point: Point) => client.query('select pg_advisory_lock($1)', [gateOf(point)])

/** Waits until a process stands at a point that is held, kills it there, and starts it again. */
async function killAt(point: Point): Promise<void> {
  const whoWaits = async () => {
    const { rows } = await client.query(`
      select usename from pg_stat_activity join pg_locks using (pid)
      where locktype = 'advisory' and not granted and objid = ${gateOf(point)}`)
    return [0, 1].find((place) => rows.some(({ usename }) => usename === roleOf(place)))
  }
  try {
    await expect.poll(whoWaits).toBeDefined()
    const place = (await whoWaits()) ?? 0
    await world.servers[place]?.end('SIGKILL')
    await client.query('select pg_advisory_unlock($1)', [gateOf(point)])
    await world.restart(place)
  } finally {
    await client.query('select pg_advisory_unlock_all()')
  }
}

const offersOf = (leadId: number) =>
  world.db
    .select({ id: offers.id, contractorId: offers.contractorId, state: offers.state })
    .from(offers)
    .where(eq(offers.leadId, leadId))
    .orderBy(offers.id)

const emailOf = (contractorId: number | undefined) =>
  world.people.find(({ id }) => id === contractorId)?.email ?? ''

/** The different mails to an address since a lead was sent: a repeat has the same number. */
const mailsTo = (email: string, since: number) =>
  new Set(
    world.mailServer.taken
      .slice(since)
      .filter(({ to }) => to === email)
      .map(({ messageId }) => messageId),
  ).size

/** The contractor presses until the page says that the lead is theirs. */
async function accept(link: string): Promise<void> {
  const press = async () => {
    for (const server of world.servers) {
      await openPage(server, `${link}/accept`, { callAt: inAnHour() }).catch(() => {})
      const page = await openPage(server, link).catch(() => undefined)
      if (page && (await page.text()).includes('maria@example.com')) return true
    }
    return false
  }
  await expect.poll(press).toBe(true)
}

/** From the form to the details: nobody does anything but the visitor and the second contractor. */
async function wholeWay(): Promise<void> {
  const since = world.mailServer.taken.length
  const leadId = await sendLead(world)
  await expect.poll(async () => (await offersOf(leadId)).length).toBe(1)
  const [first] = await offersOf(leadId)
  await expect.poll(() => mailsTo(emailOf(first?.contractorId), since)).toBe(1)
  await world.db
    .update(offers)
    .set({ expiresAt: sql`now()` })
    .where(eq(offers.id, first?.id ?? 0))
  const states = async () => (await offersOf(leadId)).map(({ state }) => state)
  await expect.poll(states).toEqual(['expired', 'open'])
  const [, second] = await offersOf(leadId)
  expect(second?.contractorId).not.toBe(first?.contractorId)
  await expect.poll(() => mailsTo(emailOf(second?.contractorId), since)).toBe(1)
  await accept(await linkTo(world.db, leadId, second?.id ?? 0))
  await expect.poll(() => mailsTo(emailOf(second?.contractorId), since)).toBe(2)
  expect(await states()).toEqual(['expired', 'accepted'])
  expect(mailsTo(emailOf(first?.contractorId), since)).toBe(1)
  const isMatched = and(eq(referrals.leadId, leadId), eq(referrals.outcome, 'matched'))
  expect(await world.db.$count(referrals, isMatched)).toBe(1)
}

test.for(tried.map((point) => [point.name, point] as const))(
  'a process is killed when %s: the offers go on by themselves',
  { timeout: 300_000 },
  async ([, point]) => {
    await hold(point)
    await Promise.all([killAt(point), wholeWay()])
  },
)
