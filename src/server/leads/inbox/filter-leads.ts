import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { LeadFilters } from '#/contracts/leads/inbox.ts'
import type { LeadStatus, WaitsFor } from '#/contracts/leads/lead-stage.ts'
import { leads, offers, referrals } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { laterTurns } from '../../referrals/derive.ts'
import { holdsTerm } from './search-terms.ts'

/** True for the leads in quarantine, or for all others. Written as the indexes have it. */
export const isOfKind = ({ quarantined }: Pick<LeadFilters, 'quarantined'>): SQL =>
  quarantined ? sql`is_quarantined` : sql`not is_quarantined`

/** True for leads that a contractor is asked for beside another one, and for those that go with them. */
function isAskedBeside(contractorId: number): SQL {
  const asked = sql`array(select ${offers.leadId} from ${offers}
    where ${offers.contractorId} = ${contractorId} and ${offers.state} = 'open')`
  return sql`(${referrals.leadId} = any(${asked}) or ${referrals.joinedTo} = any(${asked}))`
}

/** True for leads that wait for somebody, by what two indexes have: each turn is of one of them. */
const isTurnOf = (waitsFor: WaitsFor): SQL =>
  waitsFor === 'us'
    ? lt(referrals.turn, laterTurns.contractor)
    : eq(referrals.turn, laterTurns[waitsFor])

/** True where a filter is of what has become of a lead. */
export const isOfReferral = ({ stage, waitsFor, contractor }: LeadFilters): boolean =>
  stage !== undefined || waitsFor !== undefined || contractor !== undefined

/** True for leads of a status: each has one. What waits for nobody is over. */
export const isOfStatus = {
  all: undefined,
  new: sql`not is_contacted and ${referrals.turn} < ${laterTurns.nobody}`,
  contacted: sql`is_contacted`,
  closed: sql`not is_contacted and ${referrals.turn} = ${laterTurns.nobody}`,
} satisfies Record<LeadStatus, SQL | undefined>

/** True for leads that pass the filters, but that by contractor, and that the search finds. */
function passes(filters: LeadFilters): SQL | undefined {
  const { q, service, source, status, stage, waitsFor, quarantined } = filters
  return and(
    // What is in quarantine is held: of the leads themselves nothing need be read.
    isOfReferral(filters) ? sql`(${referrals.stage} = 'held') = ${quarantined}` : isOfKind(filters),
    service === undefined ? undefined : eq(leads.service, service),
    source === undefined ? undefined : eq(leads.source, source),
    isOfStatus[status],
    stage && eq(referrals.stage, stage),
    waitsFor && isTurnOf(waitsFor),
    holdsTerm(q),
  )
}

/** At most `most` of the leads that are found, those after a place, in an order. */
type Part = { by?: SQL[]; after?: SQL | undefined; most: number }

/**
 * Selects the numbers of the leads that pass the filters, or a part of them. Of the leads of a contractor
 * it selects two such parts: no index serves both at once.
 */
export function selectFound(db: Transaction, filters: LeadFilters, part?: Part) {
  const { contractor, status } = filters
  // A count that needs no stage reads an index of the leads alone.
  const isOfLeads =
    !part?.by && !isOfReferral(filters) && (status === 'all' || status === 'contacted')
  const select = (isTheirs?: SQL) => {
    const all = db.select({ id: leads.id }).from(leads).$dynamic()
    const joined = isOfLeads ? all : all.innerJoin(referrals, eq(referrals.leadId, leads.id))
    const found = joined.where(and(passes(filters), isTheirs, part?.after))
    return part ? found.orderBy(...(part.by ?? [])).limit(part.most) : found
  }
  if (contractor === undefined) return select()
  return union(select(eq(referrals.contractorId, contractor)), select(isAskedBeside(contractor)))
}

/** Reads the inbox as it is at one moment. */
export const readAtOnce = <T>(db: Database, read: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
