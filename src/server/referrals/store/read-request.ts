import { asc, eq, sql } from 'drizzle-orm'
import { leads, offers, referrals } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import type { Instant, State } from '../state.ts'
import { type ContractorRow, type LeadRow, readState } from './state-rows.ts'

/** A request with all that its pages, mails and the office show of it. */
export type ReadRequest = {
  lead: LeadRow
  state: State
  /** The contractors of its offers, as their rows are, by their numbers. */
  contractors: ReadonlyMap<number, ContractorRow>
  /** What the work came to, in cents, by offer. */
  jobValues: ReadonlyMap<number, number | null>
  /** The database's time. */
  now: Instant
}

/** The database's time, by which offers end. */
export async function readNow(db: Database | Transaction): Promise<Instant> {
  const { rows } = await db.execute<{ ms: string }>(
    sql`select floor(extract(epoch from clock_timestamp()) * 1000) ms`,
  )
  return Number(rows[0]?.ms)
}

/** Reads a request, to show it; undefined if there is none. */
export async function readRequest(
  db: Database | Transaction,
  leadId: number,
): Promise<ReadRequest | undefined> {
  const [lead] = await db.select().from(leads).where(eq(leads.id, leadId))
  if (!lead) return undefined
  const now = await readNow(db)
  const { state, contractors, values } = await readState(db, lead, now)
  return {
    lead,
    now,
    state,
    contractors: new Map(contractors.map((row) => [row.id, row])),
    jobValues: values,
  }
}

/** The number of the lead of an offer; undefined if there is no such offer. */
export async function leadOfOffer(
  db: Database | Transaction,
  offerId: number,
): Promise<number | undefined> {
  const [row] = await db
    .select({ leadId: offers.leadId })
    .from(offers)
    .where(eq(offers.id, offerId))
  return row?.leadId
}

/** Reads the open requests that go with this one, oldest first. */
export async function readLater(db: Database, leadId: number): Promise<ReadRequest[]> {
  const rows = await db
    .select({ id: referrals.leadId })
    .from(referrals)
    .where(eq(referrals.joinedTo, leadId))
    .orderBy(asc(referrals.leadId))
  const read = await Promise.all(rows.map(({ id }) => readRequest(db, id)))
  return read.filter((each) => each !== undefined)
}
