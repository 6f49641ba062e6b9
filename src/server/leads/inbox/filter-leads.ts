import { and, eq, type SQL, sql } from 'drizzle-orm'
import { countFloor, type LeadFilters } from '#/contracts/leads/inbox.ts'
import type { OverStage, Stage, WaitsFor } from '#/contracts/leads/lead-stage.ts'
import { leadStages, leads, offers, referrals } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { itsStage } from '../lead-rows.ts'
import { holdsTerm } from './search-terms.ts'

/** True for the leads in quarantine, or for all others. Written as the indexes have it. */
export const isOfKind = ({ quarantined }: Pick<LeadFilters, 'quarantined'>): SQL =>
  quarantined ? sql`is_quarantined` : sql`not is_quarantined`

/** What has become of a lead, or of the one that it goes with. Not as a join: few leads are looked at. */
const outcomeIs = (condition: SQL) => sql`(
  select case when joined_to is null then ${condition}
    else (select ${condition} from ${referrals} root where root.lead_id = own.joined_to) end
  from ${referrals} own where own.lead_id = ${leads.id})`

/**
 * True for leads with one of these outcomes, of which there are few: they are found by it first, so that
 * the stage of no other lead is derived.
 */
const isAmong = (outcomes: SQL) => sql`${leads.id} = any(array(
  select lead_id from ${referrals} where outcome in ${outcomes} and joined_to is null
  union all
  select own.lead_id from ${referrals} own join ${referrals} root on root.lead_id = own.joined_to
  where root.outcome in ${outcomes}))`

/** True for leads that are not over. */
export const isOpen = isAmong(sql`('open', 'matched')`)

/** True for leads that are not over, and that no contractor has. */
export const isUnmatched = isAmong(sql`('open')`)

/** True for leads that are over. */
export const isOver = outcomeIs(sql`outcome in ('done', 'lost')`)

const isCancelled = sql`lost_reason is not distinct from 'cancelled'`

/** True for leads in a stage in which they are over: as the view has it, without the view. */
const isOverAs: Record<OverStage, SQL> = {
  done: outcomeIs(sql`outcome = 'done'`),
  lost: outcomeIs(sql`outcome = 'lost' and not ${isCancelled}`),
  cancelled: outcomeIs(sql`outcome = 'lost' and ${isCancelled}`),
}

/** The turn of what a user wanted to see again by now: see `lead_stages`. */
const reminderTurn = 1

const isOverStage = (stage: Stage): stage is OverStage => Object.hasOwn(isOverAs, stage)

/** True where a filter lets only leads through that are not over: it needs their stage. */
export function isOfOpen({ stage, waitsFor }: LeadFilters): boolean {
  const isOpenStage = stage !== undefined && !isOverStage(stage)
  return isOpenStage || (waitsFor !== undefined && waitsFor !== 'nobody')
}

/** True where a filter lets only leads through that are over. */
export const isOfOver = ({ stage, waitsFor }: LeadFilters): boolean =>
  waitsFor === 'nobody' || (stage !== undefined && isOverStage(stage))

/** What a user wanted to see again by now is with what waits for us, whomever it waits for. */
function isWaitingFor(who: WaitsFor): SQL {
  if (who === 'nobody') return isOver
  const isThat = eq(leadStages.waitsFor, who)
  return who === 'us' ? sql`(${isThat} or ${leadStages.turn} = ${reminderTurn})` : isThat
}

function isInStage({ stage, waitsFor }: LeadFilters): SQL | undefined {
  const stageIs = stage && (isOverStage(stage) ? isOverAs[stage] : eq(leadStages.stage, stage))
  return and(stageIs, waitsFor && isWaitingFor(waitsFor))
}

const isGivenTo = (contractorId: number) =>
  sql`${offers.contractorId} = ${contractorId} and ${offers.state} in ('open', 'accepted')`

/** True for leads that a contractor is asked for, has or had at the end, and for those that go with them. */
const isAmongGiven = (contractorId: number) => sql`${leads.id} = any(array(
  select ${offers.leadId} from ${offers} where ${isGivenTo(contractorId)}
  union all
  select own.lead_id from ${offers} join ${referrals} own on own.joined_to = ${offers.leadId}
  where ${isGivenTo(contractorId)}))`

/** The same, where few leads are looked at: not all of the contractor's are found first. */
const isGiven = (contractorId: number) => sql`(
  select true from ${offers} where ${isGivenTo(contractorId)} and ${offers.leadId} = coalesce(
    (select own.joined_to from ${referrals} own where own.lead_id = ${leads.id}), ${leads.id}) limit 1)`

/**
 * True for leads that pass the filters and that the search finds. Where the filters are of open leads,
 * `leads` are joined to their stages. `isOfFew` says that only few leads are asked.
 */
export function passes(filters: LeadFilters, isOfFew = isOfOpen(filters)): SQL | undefined {
  const { q, service, source, status, contractor, quarantined } = filters
  return and(
    isOfKind(filters),
    service === undefined ? undefined : eq(leads.service, service),
    source === undefined ? undefined : eq(leads.source, source),
    status === 'all' ? undefined : eq(leads.isContacted, status === 'contacted'),
    // Nobody has to answer what is over, or matched. A lead in quarantine may have no outcome yet.
    !quarantined && status === 'new' ? isUnmatched : undefined,
    !quarantined && isOfOpen(filters) ? isOpen : undefined,
    isInStage(filters),
    contractor ? (isOfFew ? isGiven : isAmongGiven)(contractor) : undefined,
    holdsTerm(q),
  )
}

/** Selects the numbers of the leads that pass the filters. */
export function selectFound(db: Database, filters: LeadFilters, more?: SQL) {
  const all = db.select({ id: leads.id }).from(leads).$dynamic()
  const staged = isOfOpen(filters) ? all.crossJoinLateral(itsStage) : all
  return staged.where(and(passes(filters), more))
}

/**
 * Selects the numbers of at most `countFloor + 1` of these leads. Without `offset 0` PostgreSQL plans for the
 * limit: it reads the whole table in the hope of an early end.
 */
export const selectSome = (db: Database, filters: LeadFilters): SQL =>
  sql`select id from (${selectFound(db, filters)} offset 0) found limit ${countFloor + 1}`

/** The numbers that a query selects as `id`. */
export const idsOf = async (db: Database, query: SQL): Promise<number[]> => {
  const { rows } = (await db.execute(query)) as unknown as { rows: { id: string }[] }
  return rows.map(({ id }) => Number(id))
}
