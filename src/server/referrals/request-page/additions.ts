import { and, eq } from 'drizzle-orm'
import { type Place, placeOf } from '#/content/places.ts'
import type { HistoryEntry } from '#/contracts/leads/inbox.ts'
import { defaultAddress } from '#/contracts/leads/lead-fields.ts'
import { isClosed, mayWantAgain } from '#/contracts/referrals/offer-states.ts'
import {
  type Addition,
  type AdditionKind,
  additionLimits,
  photoLimits,
} from '#/contracts/referrals/requests.ts'
import { elsewhere } from '#/contracts/site/towns.ts'
import { leadHistory, leadPhotos, requestAdditions } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { recordOnLead } from '../../db/lead-history.ts'
import { type HeldLead, holdLead } from '../lead/held-lead.ts'
import {
  type AdditionRow,
  isAboutNeed,
  listAdditions,
  placesIn,
  visitorSaysUrgent,
} from '../lead/read-additions.ts'
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

/** The street that was said before, unless it is in another place than what is said now. */
function earlierStreet(lead: HeldLead, rows: readonly AdditionRow[], now: Place): string | null {
  const own = lead.address === defaultAddress ? null : lead.address
  const earlier = rows.findLast(({ kind }) => kind === 'place')?.address ?? own
  const { town, isOutside } = placeOf([earlier])
  const isThere = now.town ? !isOutside && (town === null || town === now.town) : now.isOutside
  return isThere ? earlier : null
}

/** An addition as a row. */
function valuesOf(addition: StoredAddition, lead: HeldLead, rows: readonly AdditionRow[]): Values {
  const { add: kind } = addition
  const none = { kind, town: null, zip: null, address: null, text: null }
  if (kind === 'place') {
    const { town, zip, address } = addition
    const street = address ?? earlierStreet(lead, rows, placeOf([zip, town]))
    const place = { ...none, zip, address: street }
    return town === elsewhere ? { ...place, text: elsewhere } : { ...place, town }
  }
  if (kind === 'call-time') return { ...none, text: addition.callTime }
  if (kind === 'word') return { ...none, text: addition.word }
  return none
}

const isEqual = (row: Values, other: Values) =>
  (['kind', 'town', 'zip', 'address', 'text'] as const).every((name) => row[name] === other[name])

/** True for what changes nothing: sent twice, or taken back before it was said. */
function changesNothing(values: Values, lead: HeldLead, rows: readonly AdditionRow[]): boolean {
  const { kind } = values
  if (kind === 'word') return rows.some((row) => isEqual(row, values))
  if (isAboutNeed(values)) return (mayWantAgain(lead) ? 'withdrawn' : 'wanted-again') === kind
  const last = rows.findLast((row) => row.kind === kind)
  if (last || kind !== 'place') return last !== undefined && isEqual(last, values)
  // The form has what came with the request.
  const { town, address } = lead
  return town !== null && isEqual({ kind, town, address, zip: null, text: null }, values)
}

/** True where a request has as much as it may. A visitor can always say that they need it no longer. */
function isFull({ kind }: Values, rows: readonly AdditionRow[]): boolean {
  if (kind === 'withdrawn') return false
  const words = rows.filter((row) => row.kind === 'word').length
  return rows.length >= additionLimits.all || (kind === 'word' && words >= additionLimits.word)
}

/**
 * What becomes of one addition: `same` where it changes nothing, `not-theirs` where it takes back what the
 * office has said.
 */
type Result = 'added' | 'same' | 'full' | 'closed' | 'not-theirs'

async function add(tx: Transaction, lead: HeldLead, addition: Addition): Promise<Result> {
  const { id: leadId } = lead
  if (addition.add === 'cannot-wait' || addition.add === 'can-wait') {
    if (isClosed(lead)) return 'closed'
    const isTakenBack = addition.add === 'can-wait'
    if (isTakenBack && !lead.cannotWait) return 'same'
    if (isTakenBack && !(await visitorSaysUrgent(tx, lead))) return 'not-theirs'
    await setCannotWait(tx, lead, !isTakenBack)
    return 'added'
  }
  const rows = await listAdditions(tx, leadId)
  const values = valuesOf(addition, lead, rows)
  const { kind } = values
  if (changesNothing(values, lead, rows)) return 'same'
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
}

/** Undoes the additions of a form of which one is refused. */
class Refused extends Error {
  readonly result: { result: Exclude<Result, 'added' | 'same'>; add: Addition['add'] }
  constructor(result: Refused['result']) {
    super('an addition was refused')
    this.result = result
  }
}

/**
 * Adds to a request what its visitor has sent, all or nothing: what is new is `added`. Where one is
 * refused, which and why: `full` where it has as much as it may, `closed` where nothing can be added any
 * more, `not-theirs` where the office has said what it takes back. `gone` where the request was erased.
 */
export async function addDetails(
  db: Database,
  leadId: number,
  additions: readonly Addition[],
): Promise<{ added: Addition['add'][] } | Refused['result'] | 'gone'> {
  try {
    return await db.transaction(async (tx) => {
      // Of two at once the second waits here, so that they are counted one after the other.
      const lead = await holdLead(tx, leadId)
      if (!lead) return 'gone'
      const added: Addition['add'][] = []
      for (const addition of additions) {
        const result = await add(tx, lead, addition)
        if (result === 'added') added.push(addition.add)
        else if (result !== 'same') throw new Refused({ result, add: addition.add })
      }
      return { added }
    })
  } catch (error) {
    if (error instanceof Refused) return error.result
    throw error
  }
}

/** The same for one addition. */
export async function addToRequest(
  db: Database,
  leadId: number,
  addition: Addition,
): Promise<'added' | Refused['result']['result'] | 'gone'> {
  const became = await addDetails(db, leadId, [addition])
  if (became === 'gone') return became
  return 'added' in became ? 'added' : became.result
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
