import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PhotoView } from '#/contracts/referrals/requests.ts'
import {
  contractors,
  leadEvents,
  leadPhotos,
  leads,
  offers,
  referrals,
} from '#/server/db/tables/schema.ts'
import { barOf } from '#/server/referrals/standing.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { lockLead } from '../../db/lock-lead.ts'
import type { Event } from '../events.ts'
import { beginning } from '../evolve.ts'
import type { Contractor, Instant, State } from '../state.ts'
import { takesAlong } from '../two-requests.ts'

export type LeadRow = typeof leads.$inferSelect
export type ContractorRow = typeof contractors.$inferSelect

/** A request as it stands. */
export type ReadRequest = {
  lead: LeadRow
  state: State
  /** The contractors of its offers, as their rows are, by their numbers. */
  contractors: ReadonlyMap<number, ContractorRow>
  /** The database's time. */
  now: Instant
}

/** An event with its number. */
type ReadEvent = Event & { id: number }

/** A request with all that its pages, its mails and the office show of it. */
export type WholeRequest = ReadRequest & {
  /** Oldest first, as the photographs and the requests that go with it. */
  events: readonly ReadEvent[]
  photos: readonly PhotoView[]
  later: readonly WholeRequest[]
}

/** What the rules need to know of a contractor on a day. */
export function toContractor(row: Omit<ContractorRow, 'notes'>, now: Instant): Contractor {
  const { id, companyName, services, towns, answersEmergencies } = row
  return { id, companyName, services, towns, answersEmergencies, bar: barOf(row, localDay(now)) }
}

/** What the rules need to know of a lead. */
export function toLead(row: LeadRow): State['lead'] {
  const { id, service, town, isOutside, cannotWait, isContacted } = row
  return {
    id,
    service,
    town,
    isOutside,
    cannotWait,
    isContacted,
    createdAt: row.createdAt.getTime(),
    hasEmail: row.email !== '',
    firstContactedAt: row.firstContactedAt?.getTime() ?? null,
  }
}

/** The database's time, by which offers end. */
export async function readNow(db: Database): Promise<Instant> {
  const { rows } = await db.execute<{ ms: string }>(
    sql`select floor(extract(epoch from clock_timestamp()) * 1000) ms`,
  )
  return Number(rows[0]?.ms)
}

/** Reads the request of a lead whose row is at hand: at its beginning, while nothing has happened to it. */
export async function readRequestOf(db: Database, lead: LeadRow): Promise<ReadRequest> {
  // Read after the lead, with the time: the transaction may have waited for it.
  const [found] = await db
    .select({ now: sql<Instant>`clock_timestamp()`.mapWith(referrals.since), row: referrals })
    .from(leads)
    .leftJoin(referrals, eq(referrals.leadId, leads.id))
    .where(eq(leads.id, lead.id))
  if (!found) throw new Error('the lead was deleted meanwhile')
  const { now, row } = found
  const ofThis = db
    .select({ offer: offers, contractor: contractors })
    .from(offers)
    .innerJoin(contractors, eq(contractors.id, offers.contractorId))
    .where(eq(offers.leadId, lead.id))
    .orderBy(asc(offers.id))
  const made = row ? await ofThis : []
  const ofLead = made.map(({ offer, contractor }) => {
    const { leadId: _lead, contractorId: _contractor, ...facts } = offer
    return { ...facts, contractor: toContractor(contractor, now) }
  })
  return {
    lead,
    now,
    state: row ? toState(row, lead, ofLead) : beginning(toLead(lead)),
    contractors: new Map(made.map(({ contractor }) => [contractor.id, contractor])),
  }
}

/** The state that the row of a referral holds, without what follows from it. */
function toState(
  row: typeof referrals.$inferSelect,
  lead: LeadRow,
  ofLead: State['offers'],
): State {
  const { leadId, stage, waitsFor, since, turn, dueAt, clockSince, ...facts } = row
  const { contractorId, receivedAt, ...state } = facts
  return { ...state, lead: toLead(lead), isHeld: lead.isQuarantined, offers: ofLead }
}

/** Returns the event that a row holds. */
function toEvent(row: typeof leadEvents.$inferSelect): ReadEvent {
  const { id, kind, offerId, by, at, data } = row
  return { ...data, id, kind, offerId, by, at } as ReadEvent
}

/** Reads what happened to a lead, oldest first. */
export async function readEvents(db: Database, leadId: number): Promise<ReadEvent[]> {
  const isOfLead = eq(leadEvents.leadId, leadId)
  const rows = await db.select().from(leadEvents).where(isOfLead).orderBy(asc(leadEvents.id))
  return rows.map(toEvent)
}

/** Reads the photographs of a lead, without their bytes, oldest first. */
async function readPhotos(db: Database, leadId: number): Promise<PhotoView[]> {
  const { id, width, height, createdAt: at } = leadPhotos
  const rows = await db
    .select({ id, width, height, at })
    .from(leadPhotos)
    .where(eq(leadPhotos.leadId, leadId))
    .orderBy(asc(id))
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** Reads a request, to show it; undefined if there is none. */
export async function readRequest(db: Database, leadId: number): Promise<WholeRequest | undefined> {
  const [lead] = await db.select().from(leads).where(eq(leads.id, leadId))
  if (!lead) return undefined
  const read = await readRequestOf(db, lead)
  const events = await readEvents(db, leadId)
  const photos = await readPhotos(db, leadId)
  const later: WholeRequest[] = []
  for (const id of await findLater(db, leadId)) {
    const other = await readRequest(db, id)
    if (other) later.push(other)
  }
  return { ...read, events, photos, later }
}

/** Holds a request, so that of two who act on it the second waits, and reads it. */
export async function holdRequest(tx: Transaction, leadId: number) {
  await lockLead(tx, leadId)
  return readRequest(tx, leadId)
}

/** The number of the lead of an offer; undefined if there is no such offer. */
export async function leadOfOffer(db: Database, offerId: number): Promise<number | undefined> {
  const { leadId } = offers
  const [row] = await db.select({ leadId }).from(offers).where(eq(offers.id, offerId))
  return row?.leadId
}

/** Finds the open requests that go with this one, oldest first. */
export async function findLater(db: Database, leadId: number): Promise<number[]> {
  const rows = await db
    .select({ id: referrals.leadId })
    .from(referrals)
    .where(eq(referrals.joinedTo, leadId))
    .orderBy(asc(referrals.leadId))
  return rows.map(({ id }) => id)
}

/** The requests of the same person that are looked at: anybody can send many. */
const mostOfPerson = 20

/** The most requests that go with one: its pages and mails read them all. One more goes its own way. */
const mostAlong = 20

/** The latest requests of the same person before this one, or the first ones with which they go; oldest first. */
async function findOfPerson(tx: Transaction, leadId: number): Promise<LeadRow[]> {
  const own = (column: SQL) => sql`(select ${column} from ${leads} where id = ${leadId})`
  const latest = (isSame: SQL) => sql`(select id from ${leads} where ${isSame} and id < ${leadId}
    order by id desc limit ${mostOfPerson})`
  const same = sql`${latest(sql`phone = ${own(sql`phone`)}`)}
    union all ${latest(sql`lower(email) = nullif(${own(sql`lower(email)`)}, '')`)}`
  const firsts = sql`(select coalesce(joined_to, lead_id) from ${referrals} where lead_id in (${same}))`
  return tx.select().from(leads).where(inArray(leads.id, firsts)).orderBy(asc(leads.id))
}

/**
 * Finds the earliest open request of the same person that takes this lead along, and locks it. `skipsHeld`:
 * passes over one that another transaction has locked, which may be waiting for what this one has locked.
 */
export async function findEarlier(tx: Transaction, leadId: number, skipsHeld: boolean) {
  const rows = await findOfPerson(tx, leadId)
  if (rows.length === 0) return null
  const [lead] = await tx.select().from(leads).where(eq(leads.id, leadId))
  if (!lead) return null
  const isIt = async (row: LeadRow) =>
    takesAlong((await readRequestOf(tx, row)).state, toLead(lead)) &&
    (await tx.$count(referrals, eq(referrals.joinedTo, row.id))) < mostAlong
  for (const row of rows) {
    if (row.id === leadId || !(await isIt(row))) continue
    const locked = await lockLead(tx, row.id, { skipsHeld })
    if (locked && (await isIt(locked))) return row.id
  }
  return null
}
