import { and, eq } from 'drizzle-orm'
import { placeOf } from '#/content/places.ts'
import type { HistoryEntry } from '#/contracts/leads/inbox.ts'
import { isClosed, mayWantAgain } from '#/contracts/referrals/offer-states.ts'
import {
  type Addition,
  type AdditionKind,
  additionLimits,
  elsewhere,
  photoLimits,
} from '#/contracts/referrals/requests.ts'
import { leadHistory, leadPhotos, requestAdditions } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { recordOnLead } from '../../db/lead-history.ts'
import { holdLead } from '../lead/held-lead.ts'
import { type AdditionRow, isAboutNeed, listAdditions, placesIn } from '../lead/read-additions.ts'
import { setCannotWait, setPlace } from '../offers/lead-changes.ts'
import { endForVisitor, reopenForVisitor } from '../offers/outcome.ts'
import type { Photo } from '../photos/make-photo.ts'

const historyKindOf = {
  place: 'added-place',
  'call-time': 'added-call-time',
  word: 'added-word',
  withdrawn: 'withdrawn',
  'wanted-again': 'wanted-again',
} as const satisfies Record<AdditionKind, HistoryEntry['kind']>

/** What is stored in a row of its own. */
type StoredAddition = Extract<Addition, { add: AdditionKind }>

type Values = Pick<AdditionRow, 'kind' | 'town' | 'zip' | 'address' | 'text'>

/** An addition as a row. */
function valuesOf(addition: StoredAddition): Values {
  const { add: kind } = addition
  const none = { kind, town: null, zip: null, address: null, text: null }
  if (kind === 'place') {
    const { town, zip, address } = addition
    const isElsewhere = town === elsewhere
    const text = isElsewhere ? elsewhere : null
    return { ...none, town: isElsewhere ? null : town, zip, address, text }
  }
  if (kind === 'call-time') return { ...none, text: addition.callTime }
  if (kind === 'word') return { ...none, text: addition.word }
  return none
}

const isEqual = (row: Values, other: Values) =>
  (['kind', 'town', 'zip', 'address', 'text'] as const).every((name) => row[name] === other[name])

/** True for what changes nothing: sent twice, or taken back before it was said. */
function changesNothing(values: Values, rows: readonly AdditionRow[]): boolean {
  if (values.kind === 'word') return rows.some((row) => isEqual(row, values))
  if (isAboutNeed(values)) {
    return (rows.findLast(isAboutNeed)?.kind ?? 'wanted-again') === values.kind
  }
  const last = rows.findLast(({ kind }) => kind === values.kind)
  return last !== undefined && isEqual(last, values)
}

/** True where a request has as much as it may. A visitor can always say that they need it no longer. */
function isFull({ kind }: Values, rows: readonly AdditionRow[]): boolean {
  if (kind === 'withdrawn') return false
  const words = rows.filter((row) => row.kind === 'word').length
  return rows.length >= additionLimits.all || (kind === 'word' && words >= additionLimits.word)
}

/**
 * Adds to a request what its visitor has sent. Returns `full` where it has as much as it may,
 * `closed` where nothing can be added any more, and `gone` where it was erased meanwhile.
 */
export async function addToRequest(
  db: Database,
  leadId: number,
  addition: Addition,
): Promise<'added' | 'full' | 'closed' | 'gone'> {
  return db.transaction(async (tx) => {
    // Of two at once the second waits here, so that they are counted one after the other.
    const lead = await holdLead(tx, leadId)
    if (!lead) return 'gone'
    if (addition.add === 'cannot-wait') {
      if (isClosed(lead)) return 'closed'
      await setCannotWait(tx, lead, true)
      return 'added'
    }
    const values = valuesOf(addition)
    const { kind } = values
    const rows = await listAdditions(tx, leadId)
    if (changesNothing(values, rows)) return 'added'
    const isTakenBack = kind === 'wanted-again' && mayWantAgain(lead)
    if (isClosed(lead) && !isTakenBack) return 'closed'
    if (isFull(values, rows)) return 'full'
    await tx.insert(requestAdditions).values({ leadId, ...values })
    await recordOnLead(tx, leadId, { kind: historyKindOf[kind] })
    if (kind === 'place') {
      const said = placesIn(await listAdditions(tx, leadId))
      await setPlace(tx, lead, placeOf([lead.address, ...said]))
    }
    if (kind === 'withdrawn') await endForVisitor(tx, lead)
    if (kind === 'wanted-again') await reopenForVisitor(tx, lead)
    return 'added'
  })
}

/** Stores a photograph of a lead, unless it has or had as many as it may, or is closed or gone. */
export async function addPhoto(
  db: Database,
  leadId: number,
  photo: Photo,
): Promise<'added' | 'full' | 'used up' | 'closed' | 'gone'> {
  return db.transaction(async (tx) => {
    const lead = await holdLead(tx, leadId)
    if (!lead) return 'gone'
    if (isClosed(lead)) return 'closed'
    const count = await tx.$count(leadPhotos, eq(leadPhotos.leadId, leadId))
    if (count >= photoLimits.count) return 'full'
    const isAdded = and(eq(leadHistory.leadId, leadId), eq(leadHistory.kind, 'added-photo'))
    if ((await tx.$count(leadHistory, isAdded)) >= additionLimits.photos) return 'used up'
    await tx.insert(leadPhotos).values({ leadId, ...photo })
    await recordOnLead(tx, leadId, { kind: 'added-photo' })
    return 'added'
  })
}

/** Deletes a photograph of a lead. Doing so twice changes nothing. */
export async function removePhoto(db: Database, leadId: number, photoId: number): Promise<void> {
  await db.transaction(async (tx) => {
    await holdLead(tx, leadId)
    const removed = await tx
      .delete(leadPhotos)
      .where(and(eq(leadPhotos.leadId, leadId), eq(leadPhotos.id, photoId)))
      .returning({ id: leadPhotos.id })
    if (removed.length > 0) await recordOnLead(tx, leadId, { kind: 'removed-photo' })
  })
}
