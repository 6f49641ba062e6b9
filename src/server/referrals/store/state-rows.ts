import { asc, eq, getTableColumns } from 'drizzle-orm'
import { barOf } from '#/contracts/referrals/contractor-standing.ts'
import { contractors, type leads, offers, referrals } from '#/server/db/tables/schema.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database, Transaction } from '../../db/database.ts'
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
export function toContractor(row: ContractorRow, now: Instant): Contractor {
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

function toOffer(row: OfferRow, contractor: ContractorRow, now: Instant): Offer {
  const { leadId: _lead, contractorId: _contractor, jobValueCents: _value, ...facts } = row
  return { ...facts, contractor: toContractor(contractor, now) }
}

/** The columns of a referral that hold its state. */
const {
  leadId: _id,
  stage: _stage,
  waitsFor: _waits,
  since: _since,
  turn: _turn,
  ...others
} = getTableColumns(referrals)
const {
  dueAt: _due,
  clockSince: _clock,
  contractorId: _holder,
  receivedAt: _received,
  ...stateColumns
} = others

type StateRow = Pick<ReferralRow, keyof typeof stateColumns>

/** The offers of a lead with their contractors, oldest first. */
function readOfferRows(db: Database | Transaction, leadId: number) {
  return db
    .select({ offer: offers, contractor: contractors })
    .from(offers)
    .innerJoin(contractors, eq(contractors.id, offers.contractorId))
    .where(eq(offers.leadId, leadId))
    .orderBy(asc(offers.id))
}

/** Reads the state of a lead whose row is at hand; undefined while it has none. */
export async function readState(
  db: Database | Transaction,
  lead: LeadRow,
  now: Instant,
): Promise<
  { state: State; contractors: ContractorRow[]; values: Map<number, number | null> } | undefined
> {
  const [row] = await db.select(stateColumns).from(referrals).where(eq(referrals.leadId, lead.id))
  if (!row) return undefined
  const rows = await readOfferRows(db, lead.id)
  return {
    state: toState(
      row,
      lead,
      rows.map(({ offer, contractor }) => toOffer(offer, contractor, now)),
    ),
    contractors: rows.map(({ contractor }) => contractor),
    values: new Map(rows.map(({ offer }) => [offer.id, offer.jobValueCents])),
  }
}

function toState(row: StateRow, lead: LeadRow, ofLead: Offer[]): State {
  return { ...row, lead: toLead(lead), isHeld: lead.isQuarantined, offers: ofLead }
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
