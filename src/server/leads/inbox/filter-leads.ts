import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { LeadFilters } from '#/contracts/leads/inbox.ts'
import type { LeadStatus } from '#/contracts/leads/lead-stage.ts'
import { countFloor } from '#/contracts/limits.ts'
import { leads, offers, referrals } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { holdsTerm } from './search-terms.ts'

/** True for the leads in quarantine, or for all others. Written as the indexes have it. */
export const isOfKind = ({ quarantined }: Pick<LeadFilters, 'quarantined'>): SQL =>
  quarantined ? sql`is_quarantined` : sql`not is_quarantined`

/** True for leads that a contractor is asked for, has or had at the end, and for those that go with them. */
function isGivenTo(contractorId: number): SQL {
  // Of several who are asked at once only the first stands with the lead.
  const asked = sql`array(select ${offers.leadId} from ${offers}
    where ${offers.contractorId} = ${contractorId} and ${offers.state} = 'open')`
  return sql`(${referrals.contractorId} = ${contractorId}
    or ${referrals.leadId} = any(${asked}) or ${referrals.joinedTo} = any(${asked}))`
}

/** True where a filter is of what has become of a lead. */
export const isOfReferral = ({ stage, waitsFor, contractor }: LeadFilters): boolean =>
  stage !== undefined || waitsFor !== undefined || contractor !== undefined

/** True for leads that are over. */
const isOver = sql`exists (select from ${referrals} where ${referrals.leadId} = ${leads.id}
  and ${referrals.stage} in ('done', 'lost', 'cancelled'))`

/** True for leads of a status: each has one. */
export const isOfStatus = {
  all: undefined,
  new: sql`not is_contacted and not ${isOver}`,
  contacted: sql`is_contacted`,
  closed: sql`not is_contacted and ${isOver}`,
} satisfies Record<LeadStatus, SQL | undefined>

/** True for leads that pass the filters and that the search finds. `leads` are joined to `referrals`. */
export function passes(filters: LeadFilters): SQL | undefined {
  const { q, service, source, status, stage, waitsFor, contractor } = filters
  return and(
    isOfKind(filters),
    service === undefined ? undefined : eq(leads.service, service),
    source === undefined ? undefined : eq(leads.source, source),
    isOfStatus[status],
    stage && eq(referrals.stage, stage),
    waitsFor && eq(referrals.waitsFor, waitsFor),
    contractor ? isGivenTo(contractor) : undefined,
    holdsTerm(q),
  )
}

/** Selects the numbers of the leads that pass the filters. */
export function selectFound(db: Database, filters: LeadFilters) {
  const all = db.select({ id: leads.id }).from(leads).$dynamic()
  // A count that needs no stage reads an index of the leads alone.
  const found = isOfReferral(filters)
    ? all.innerJoin(referrals, eq(referrals.leadId, leads.id))
    : all
  return found.where(passes(filters))
}

/**
 * Selects the numbers of at most `countFloor + 1` of these leads. Of a search without `offset 0` PostgreSQL
 * reads the whole table in the hope of an early end.
 */
export const selectSome = (db: Database, filters: LeadFilters): SQL =>
  sql`select id from (${selectFound(db, filters)} ${holdsTerm(filters.q) ? sql`offset 0` : sql``}) found
    limit ${countFloor + 1}`
