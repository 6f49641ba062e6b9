import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { type Place, whatIsKnown } from '#/content/places.ts'
import { isClosed } from '#/contracts/referrals/offer-states.ts'
import { readSetting } from '#/server/db/settings.ts'
import { leads, referrals } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { databaseCause } from '../../db/failures.ts'
import { recordOnLead } from '../../db/lead-history.ts'
import { notify } from '../../db/signals.ts'
import { AppError } from '../../http/errors.ts'
import {
  acceptedOf,
  type HeldLead,
  handToOwner,
  holdLead,
  type ReferredLead,
  readLead,
} from '../lead/held-lead.ts'
import { beginOffering } from './next-offer.ts'
import { endOpenOffers, queueOfferMail } from './offer-changes.ts'

/** The SQLSTATE of a lock that was not free in time. */
const lockNotAvailable = '55P03'

const conflict = (message: string) => new AppError('conflict', message)

/**
 * A lead can be offered from now on: with an earlier open one of the same person, or by itself. Called
 * in the transaction that makes it one.
 */
export async function joinOrOffer(tx: Transaction, leadId: number): Promise<void> {
  await tx.execute(sql`select join_or_offer(${leadId}::bigint)`)
  await notify(tx, 'offers_due', '')
}

/** The leads that go with this one, oldest first. */
export async function readJoined(db: Database, { id }: ReferredLead): Promise<ReferredLead[]> {
  const rows = await db
    .select({ id: referrals.leadId })
    .from(referrals)
    .innerJoin(leads, eq(leads.id, referrals.leadId))
    .where(
      and(
        eq(referrals.joinedTo, id),
        eq(referrals.outcome, 'open'),
        eq(leads.isQuarantined, false),
      ),
    )
    .orderBy(asc(referrals.leadId))
  const found = await Promise.all(rows.map((row) => readLead(db, row.id)))
  return found.filter((lead) => lead !== undefined)
}

/**
 * The lead with which another one goes, as its visitor may see it: only where both the phone number and
 * the email are the same. Anybody can type the number of somebody else, and must not read of them.
 */
export async function readFirstOfSame(
  db: Database,
  { joinedTo, phone, email }: ReferredLead,
): Promise<ReferredLead | undefined> {
  const first = joinedTo === null ? undefined : await readLead(db, joinedTo)
  const isSame =
    first && first.phone === phone && first.email.toLowerCase() === email.toLowerCase() && email
  return isSame ? first : undefined
}

/** Holds leads in the order in which all others do; throws where one is not there. */
async function holdAll(tx: Transaction, ids: readonly number[]): Promise<HeldLead[]> {
  const held: HeldLead[] = []
  for (const id of ids.toSorted((a, b) => a - b)) {
    const lead = await holdLead(tx, id)
    if (!lead) throw new AppError('not_found', `There is no lead number ${id}.`)
    held.push(lead)
  }
  return held
}

/**
 * The owner says that two leads are of one person. The one that no contractor has goes with the other;
 * of two such the later one does. Offers of it that are open end.
 */
export async function joinByHand(
  tx: Transaction,
  leadIds: readonly [number, number],
  actor: string,
): Promise<void> {
  const [one, other] = await holdAll(tx, leadIds)
  if (!one || !other || one.id === other.id) throw conflict('A request cannot be joined to itself.')
  for (const lead of [one, other]) {
    if (lead.isQuarantined) throw conflict('One of them is held as spam. Mark it as real first.')
    if (lead.joinedTo !== null) throw conflict('One of them is joined already. Part it first.')
    if (lead.outcome === 'done' || lead.outcome === 'lost') {
      throw conflict('One of them is done or lost. Set it back to open first.')
    }
  }
  const [first, later] = acceptedOf(other) && !acceptedOf(one) ? [other, one] : [one, other]
  const companyName = acceptedOf(later)?.contractor.companyName
  if (companyName) {
    throw conflict(`Contractors have both. Withdraw one of them from ${companyName} first.`)
  }
  await endOpenOffers(tx, later, 'withdrawn')
  await tx.execute(sql`select join_leads(${later.id}::bigint, ${first.id}::bigint, ${actor})`)
  await notify(tx, 'leads_changed', '')
}

/** A lead does not go with another one any more; the histories of both say so. */
async function part(
  tx: Transaction,
  { id, joinedTo }: HeldLead,
  { actor, isByHand = false }: { actor?: string | undefined; isByHand?: boolean } = {},
): Promise<void> {
  if (joinedTo === null) return
  const changes = { joinedTo: null, ...(isByHand && { isParted: true }) }
  await tx.update(referrals).set(changes).where(eq(referrals.leadId, id))
  await recordOnLead(tx, id, { kind: 'parted', detail: String(joinedTo), actor })
  await recordOnLead(tx, joinedTo, { kind: 'parted', detail: String(id), actor })
}

/** Who has the first of two leads that are parted is told that the other one is no longer theirs. */
async function tellParted(tx: Transaction, first: HeldLead | undefined, lead: HeldLead) {
  const accepted = first?.outcome === 'matched' ? acceptedOf(first) : undefined
  if (accepted) await queueOfferMail(tx, lead, accepted, 'recall')
}

/** A parted lead that is not over goes on: the server offers it, if the owner has set that; else it is the owner's. */
async function goOn(tx: Transaction, lead: HeldLead, isOffered: boolean): Promise<void> {
  if (lead.isQuarantined) return
  const { isAutomatic } = await readSetting(tx, 'offers')
  if (isOffered && isAutomatic) await beginOffering(tx, lead.id)
  else await handToOwner(tx, lead, 'parted')
  await notify(tx, 'offers_due', '')
}

/** Parts a lead that is over. Returns the one that it went with; undefined if it went with none. */
export async function partOver(
  tx: Transaction,
  lead: HeldLead,
  actor: string | undefined,
): Promise<HeldLead | undefined> {
  if (lead.joinedTo === null) return undefined
  await part(tx, lead, { actor })
  return holdLead(tx, lead.joinedTo)
}

/** The owner says that a lead is not of the person whom it went with: it is offered by itself. */
export async function partByHand(tx: Transaction, leadId: number, actor: string): Promise<void> {
  const lead = await holdLead(tx, leadId)
  if (!lead) throw new AppError('not_found', `There is no lead number ${leadId}.`)
  if (lead.joinedTo === null) throw conflict('This request goes with no other one.')
  const first = await holdLead(tx, lead.joinedTo)
  await part(tx, lead, { actor, isByHand: true })
  await tellParted(tx, first, lead)
  await goOn(tx, lead, true)
}

/** True for places that are both known and not the same: no contractor of the one may work in the other. */
const areApart = (one: Place, other: Place) =>
  whatIsKnown(one) !== 'unknown' && whatIsKnown(other) !== 'unknown' && one.town !== other.town

/**
 * The place of a lead has changed: what goes with it, or with which it goes, is parted where that is
 * elsewhere, and offered by itself. A contractor who has both is told that one is no longer theirs.
 */
export async function partElsewhere(tx: Transaction, leadId: number): Promise<void> {
  const changed = await holdLead(tx, leadId)
  if (!changed) return
  const first = changed.joinedTo === null ? changed : await holdLead(tx, changed.joinedTo)
  if (!first) return
  for (const id of await findJoined(tx, first.id)) {
    const lead = await holdLead(tx, id)
    if (lead?.joinedTo !== first.id || !areApart(lead, first)) continue
    await part(tx, lead)
    await tellParted(tx, first, lead)
    await goOn(tx, lead, true)
  }
}

/** Leads that go with one which is over, or in quarantine, or not there. */
const goesNowhere = sql`not exists (
  select from ${leads} root join ${referrals} of_root on of_root.lead_id = root.id
  where root.id = ${referrals.joinedTo} and not root.is_quarantined
    and of_root.outcome in ('open', 'matched')
)`

/** The most that are parted in one look. */
const mostAtOnce = 100

/** True for a lead that cannot take another one along any more. */
const isGone = (first: ReferredLead | undefined) => !first || first.isQuarantined || isClosed(first)

/** The numbers of open leads that go with this one, oldest first. */
async function findJoined(tx: Transaction, first: number): Promise<number[]> {
  const rows = await tx
    .select({ id: referrals.leadId })
    .from(referrals)
    .where(and(eq(referrals.joinedTo, first), eq(referrals.outcome, 'open')))
    .orderBy(asc(referrals.leadId))
    .limit(mostAtOnce)
  return rows.map(({ id }) => id)
}

/**
 * Parts the open leads that go with one which is over now. Where that was lost they are offered by
 * themselves, as the owner has set it; where it was done they are the owner's: perhaps they were done
 * with it.
 */
export async function partOthers(
  tx: Transaction,
  { id: first }: HeldLead,
  isDone: boolean,
): Promise<void> {
  for (const id of await findJoined(tx, first)) {
    const lead = await holdLead(tx, id)
    if (lead?.outcome !== 'open' || lead.joinedTo !== first) continue
    await part(tx, lead)
    await goOn(tx, lead, !isDone)
  }
}

/** The same for those whose first went into quarantine or is gone, or who were joined while it ended. */
export async function partFromOver(db: Database): Promise<void> {
  const rows = await db
    .select({ id: referrals.leadId })
    .from(referrals)
    .where(and(isNotNull(referrals.joinedTo), eq(referrals.outcome, 'open'), goesNowhere))
    .limit(mostAtOnce)
  for (const { id } of rows) {
    await db.transaction(async (tx) => {
      const lead = await holdLead(tx, id)
      if (lead?.outcome !== 'open' || lead.joinedTo === null) return
      const first = await holdLead(tx, lead.joinedTo)
      if (!isGone(first)) return
      await part(tx, lead)
      await goOn(tx, lead, first?.outcome !== 'done')
    })
  }
}

/**
 * Joins a lead that is held to one that may not be, while another transaction does it the other way
 * round. It gives up before PostgreSQL looks whether two wait in a circle, which is after a second.
 */
async function tryToJoin(tx: Transaction, leadId: number): Promise<void> {
  try {
    await tx.transaction(async (inner) => {
      await inner.execute(sql`set local lock_timeout = '500ms'`)
      await joinOrOffer(inner, leadId)
      await inner.execute(sql`set local lock_timeout to default`)
    })
  } catch (error) {
    if (databaseCause(error)?.code !== lockNotAvailable) throw error
  }
}

/**
 * A lead that was over is open again: it goes with another open one of the same person, or is the
 * owner's, at the top of their list; also where that one is being erased just now.
 */
export async function rejoin(tx: Transaction, lead: HeldLead): Promise<void> {
  if (!lead.isQuarantined) await tryToJoin(tx, lead.id)
  const now = await holdLead(tx, lead.id)
  if (now?.joinedTo === null) await handToOwner(tx, now, 'reopened')
}
