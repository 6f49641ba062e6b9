import { and, asc, eq, isNull } from 'drizzle-orm'
import { barOf } from '#/contracts/referrals/contractor-standing.ts'
import { contractors, type leads, offers, referrals } from '#/server/db/tables/schema.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { beginning } from '../evolve.ts'
import {
  accepted,
  type Contractor,
  type Derived,
  type Instant,
  type Offer,
  openOffers,
  type State,
} from '../state.ts'

export type LeadRow = typeof leads.$inferSelect
export type ContractorRow = typeof contractors.$inferSelect
type OfferRow = typeof offers.$inferSelect
type ReferralRow = typeof referrals.$inferSelect

/** What the rules need to know of a contractor on a day. */
export function toContractor(row: Omit<ContractorRow, 'notes'>, now: Instant): Contractor {
  const { id, companyName, services, towns, answersEmergencies } = row
  return { id, companyName, services, towns, answersEmergencies, bar: barOf(row, localDay(now)) }
}

/** Reads a contractor of the list; undefined if there is no such contractor. */
export async function findContractor(
  db: Database | Transaction,
  id: number,
  now: Instant,
): Promise<Contractor | undefined> {
  const isOnList = and(eq(contractors.id, id), isNull(contractors.removedAt))
  const [row] = await db.select().from(contractors).where(isOnList)
  return row && toContractor(row, now)
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

function toOffer(row: OfferRow, contractor: ContractorRow, now: Instant): Offer {
  const { leadId: _lead, contractorId: _contractor, jobValueCents: _value, ...facts } = row
  return { ...facts, contractor: toContractor(contractor, now) }
}

/** The state that the row of a referral holds. */
function toState(row: ReferralRow, lead: LeadRow, ofLead: Offer[]): State {
  const { leadId, stage, waitsFor, since, turn, dueAt, clockSince, ...facts } = row
  const { contractorId, receivedAt, ...state } = facts
  return { ...state, lead: toLead(lead), isHeld: lead.isQuarantined, offers: ofLead }
}

/** Reads the state of a lead whose row is at hand: the beginning, while it has none. */
export async function readState(
  db: Database | Transaction,
  lead: LeadRow,
  now: Instant,
): Promise<{ state: State; contractors: ContractorRow[]; values: Map<number, number | null> }> {
  const [row] = await db.select().from(referrals).where(eq(referrals.leadId, lead.id))
  const rows = await db
    .select({ offer: offers, contractor: contractors })
    .from(offers)
    .innerJoin(contractors, eq(contractors.id, offers.contractorId))
    .where(eq(offers.leadId, lead.id))
    .orderBy(asc(offers.id))
  const ofLead = rows.map(({ offer, contractor }) => toOffer(offer, contractor, now))
  return {
    state: row ? toState(row, lead, ofLead) : beginning(toLead(lead)),
    contractors: rows.map(({ contractor }) => contractor),
    values: new Map(rows.map(({ offer }) => [offer.id, offer.jobValueCents])),
  }
}

/** The row of a state, with what follows from it. */
export function toReferralRow(state: State, derived: Derived): typeof referrals.$inferInsert {
  const { lead, isHeld: _held, offers: ofLead, ...facts } = state
  const ended = ofLead.findLast((offer) => offer.state === 'ended')
  const holder = accepted(state) ?? (state.end ? ended : openOffers(state)[0])
  return {
    leadId: lead.id,
    ...facts,
    ...derived,
    contractorId: holder?.contractor.id ?? null,
    receivedAt: lead.createdAt,
  }
}

/** The row of an offer, but for what the work came to. */
export function toOfferRow(leadId: number, { contractor, ...facts }: Offer) {
  return { ...facts, leadId, contractorId: contractor.id, changed: [...facts.changed] }
}
