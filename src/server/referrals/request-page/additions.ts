import { and, asc, eq } from 'drizzle-orm'
import type { HistoryEntry } from '#/contracts/leads/inbox.ts'
import { isClosed, mayWantAgain } from '#/contracts/referrals/offer-states.ts'
import {
  type Addition,
  type Additions,
  additionLimits,
  type PlaceView,
} from '#/contracts/referrals/requests.ts'
import { requestAdditions } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '#/server/db/database.ts'
import { lockLead } from '../lock-lead.ts'
import { listPhotos } from './photo-store.ts'
import { readOutcome } from './read-request.ts'
import type { RecordByVisitor } from './record-by-visitor.ts'

const historyKindOf = {
  place: 'added-place',
  'call-time': 'added-call-time',
  word: 'added-word',
  withdrawn: 'withdrawn',
  'wanted-again': 'wanted-again',
} as const satisfies Record<Addition['add'], HistoryEntry['kind']>

type Row = typeof requestAdditions.$inferSelect
type Values = Pick<Row, 'kind' | 'town' | 'zip' | 'address' | 'text'>

/** An addition as a row. */
function valuesOf(addition: Addition): Values {
  const { add: kind } = addition
  const none = { kind, town: null, zip: null, address: null, text: null }
  if (kind === 'place') {
    const { town, zip, address } = addition
    return { ...none, town, zip, address }
  }
  if (kind === 'call-time') return { ...none, text: addition.callTime }
  if (kind === 'word') return { ...none, text: addition.word }
  return none
}

const isEqual = (row: Values, other: Values) =>
  (['kind', 'town', 'zip', 'address', 'text'] as const).every((name) => row[name] === other[name])

/** What is said of a request with one word or the other. */
const isAboutNeed = ({ kind }: { kind: Row['kind'] }) =>
  kind === 'withdrawn' || kind === 'wanted-again'

/** True for what changes nothing: sent twice, or taken back before it was said. */
function changesNothing(values: Values, rows: readonly Row[]): boolean {
  if (values.kind === 'word') return rows.some((row) => isEqual(row, values))
  if (isAboutNeed(values)) {
    return (rows.findLast(isAboutNeed)?.kind ?? 'wanted-again') === values.kind
  }
  const last = rows.findLast(({ kind }) => kind === values.kind)
  return last !== undefined && isEqual(last, values)
}

const rowsOf = (db: Database | Transaction, leadId: number) =>
  db
    .select()
    .from(requestAdditions)
    .where(eq(requestAdditions.leadId, leadId))
    .orderBy(asc(requestAdditions.id))

/**
 * Adds to a request what its visitor has sent. Answers `full` where it has as much as it may,
 * `closed` where nothing can be added any more, and `gone` where it was erased meanwhile.
 */
export async function addToRequest(
  db: Database,
  leadId: number,
  addition: Addition,
  record: RecordByVisitor,
): Promise<'added' | 'full' | 'closed' | 'gone'> {
  return db.transaction(async (tx) => {
    // Of two at once the second waits here, so that they are counted one after the other.
    if (!(await lockLead(tx, leadId))) return 'gone'
    const values = valuesOf(addition)
    const rows = await rowsOf(tx, leadId)
    if (changesNothing(values, rows)) return 'added'
    const facts = await readOutcome(tx, leadId)
    const isWithdrawn = rows.findLast(isAboutNeed)?.kind === 'withdrawn'
    const isTakenBack = values.kind === 'wanted-again' && mayWantAgain(facts, isWithdrawn)
    if (isClosed(facts) && !isTakenBack) return 'closed'
    const words = rows.filter(({ kind }) => kind === 'word').length
    // That nobody need call any more can always be said, and be taken back as often as there is room.
    const isFull =
      (rows.length >= additionLimits.all && values.kind !== 'withdrawn') ||
      (values.kind === 'word' && words >= additionLimits.word)
    if (isFull) return 'full'
    await tx.insert(requestAdditions).values({ leadId, ...values })
    await record(tx, leadId, historyKindOf[addition.add])
    return 'added'
  })
}

/** All that the visitor of a lead has added. */
export async function readAdditions(db: Database, leadId: number): Promise<Additions> {
  const [rows, photos] = await Promise.all([rowsOf(db, leadId), listPhotos(db, leadId)])
  const place = rows.findLast(({ kind }) => kind === 'place')
  const need = rows.findLast(isAboutNeed)
  return {
    place: place ? toPlace(place) : null,
    callTime: rows.findLast(({ kind }) => kind === 'call-time')?.text ?? null,
    words: rows
      .filter(({ kind }) => kind === 'word')
      .map(({ id, text, createdAt }) => ({ id, text: text ?? '', at: createdAt.toISOString() })),
    photos,
    withdrawnAt: need?.kind === 'withdrawn' ? need.createdAt.toISOString() : null,
  }
}

const toPlace = ({ town, zip, address }: Row): PlaceView => ({ town, zip, address })

/** Where the work is to be done, as the visitor said it last on the page; undefined if they did not. */
export async function readPlace(
  db: Database | Transaction,
  leadId: number,
): Promise<PlaceView | undefined> {
  const rows = await db
    .select()
    .from(requestAdditions)
    .where(and(eq(requestAdditions.leadId, leadId), eq(requestAdditions.kind, 'place')))
    .orderBy(asc(requestAdditions.id))
  const last = rows.at(-1)
  return last && toPlace(last)
}
