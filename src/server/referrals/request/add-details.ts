import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { additionErrors, photoErrors } from '#/content/request-page.ts'
import { defaultAddress } from '#/contracts/leads/lead-fields.ts'
import { additionLimits, additionTextLimits, photoLimits } from '#/contracts/referrals/requests.ts'
import { elsewhere, type Place, type SaidPlace } from '#/contracts/site/towns.ts'
import { leadPhotos } from '#/server/db/tables/schema.ts'
import { placeOf, townsServed } from '#/server/texts/places.ts'
import { emptyIsNull, visitorText } from '#/server/texts/texts.ts'
import type { Database } from '../../db/database.ts'
import { lockLead } from '../../db/lock-lead.ts'
import type { Command } from '../commands.ts'
import type { EventKind } from '../events.ts'
import type { Photo } from '../photos/make-photo.ts'
import { isRefusal } from '../run.ts'
import { apply, missingRequest } from '../store/apply.ts'
import { additionsOf, placesIn } from '../store/read-additions.ts'
import { holdRequest, type ReadRequest, type WholeRequest } from '../store/read-request.ts'

const textOf = (limit: number) => visitorText(limit, 'badCharacters')

const lineOf = (limit: number) => textOf(limit).overwrite((value) => value.replace(/\s+/g, ' '))

/**
 * What a form of the page says beside photographs, as additions: none of what was left empty. Issues name a
 * problem, for which `content/request-page.ts` has the words.
 */
const detailsSchema = z
  .object({
    /** The town, the ZIP code and the street, each or none. */
    town: z
      .string('invalid')
      .refine((town) => ['', elsewhere, ...townsServed()].includes(town), 'invalid')
      .default('')
      .transform(emptyIsNull),
    zip: textOf(20)
      .refine((value) => /^(\d{5}(-\d{4})?)?$/.test(value), 'invalid')
      .default('')
      .transform(emptyIsNull),
    address: lineOf(additionTextLimits.address).default('').transform(emptyIsNull),
    callTime: lineOf(additionTextLimits.callTime).default(''),
    word: textOf(additionTextLimits.word).default(''),
  })
  .transform(({ callTime, word, ...place }) => [
    ...(place.town || place.zip || place.address ? [{ add: 'place' as const, ...place }] : []),
    ...(callTime ? [{ add: 'call-time' as const, callTime }] : []),
    ...(word ? [{ add: 'word' as const, word }] : []),
  ])

export type Addition = z.output<typeof detailsSchema>[number]

/** The words in which a place was said. */
const textsOf = ({ address, zip, town, isElsewhere }: SaidPlace) =>
  [address, zip, town, isElsewhere ? elsewhere : null].filter((said) => said !== null)

/** The street that was said before, unless it is in another place than what is said now. */
function earlierStreet({ lead }: ReadRequest, places: readonly SaidPlace[], now: Place) {
  const own = lead.address === defaultAddress ? null : lead.address
  const earlier = places.at(-1)?.address ?? own
  const { town, isOutside } = placeOf([earlier])
  const isThere = now.town ? !isOutside && (town === null || town === now.town) : now.isOutside
  return isThere ? earlier : null
}

function toSaid(addition: Addition & { add: 'place' }, read: ReadRequest, places: SaidPlace[]) {
  const { town, zip, address } = addition
  const street = address ?? earlierStreet(read, places, placeOf([zip, town]))
  const isElsewhere = town === elsewhere
  return { zip, address: street, town: isElsewhere ? null : town, isElsewhere }
}

/** An addition as a command; undefined where it changes nothing. */
function toCommand(addition: Addition, read: WholeRequest): Command | undefined {
  const { callTime, words } = additionsOf(read)
  if (addition.add === 'call-time') {
    const what = { kind: 'call-time-said', text: addition.callTime } as const
    return callTime === what.text ? undefined : { do: 'add', what }
  }
  if (addition.add === 'word') {
    const what = { kind: 'word-added', text: addition.word } as const
    return words.some(({ text }) => text === what.text) ? undefined : { do: 'add', what }
  }
  const places = placesIn(read)
  const said = toSaid(addition, read, places)
  // The form has what came with the request.
  const { town, address } = read.lead
  const first = { town, address, zip: null, isElsewhere: false }
  const isSame = isDeepStrictEqual(places.at(-1) ?? (town ? first : undefined), said)
  const place = placeOf([address, ...[...places, said].flatMap(textsOf)])
  return isSame ? undefined : { do: 'say-place', place, said }
}

/** What a visitor can do again and again, counted with what they add. */
const countedKinds: readonly EventKind[] = [
  ...(['place-said', 'call-time-said', 'word-added'] as const),
  ...(['cancelled', 'wanted-again', 'urgency-said'] as const),
]

/** True where a request has as much as it may, once `more` is added. */
export const isFull = ({ events }: WholeRequest, more = 0): boolean =>
  events.filter(({ kind }) => countedKinds.includes(kind)).length + more >= additionLimits.all

type Texts = Partial<Record<string, Partial<Record<string, string>>>>

/**
 * What is wrong with a form, by field and in words; of a field only the first problem. What is wrong with
 * the whole form is said beside its field `whole`.
 */
export function problemsByField(
  { issues }: z.ZodError,
  whole: string,
  texts: Texts,
  limits: Partial<Record<string, number>>,
): Record<string, string> {
  const problems = issues.map(({ path: [named = whole], message }) => {
    const field = String(named)
    const text = texts[field]?.[message] ?? additionErrors.unreadable
    return [field, text.replace('{max}', (limits[field] ?? 0).toLocaleString('en-US'))]
  })
  return Object.fromEntries(problems.reverse())
}

/** The field beside which it is said that a request has as much as it may. */
const fieldOf = { place: 'town', 'call-time': 'callTime', word: 'word' } as const

/**
 * Adds to a request what its visitor has typed, all or nothing. Returns the first thing that it says, what of
 * it is new, and what is wrong with it, by field. Throws where the request was erased.
 */
export async function addDetails(db: Database, leadId: number, typed: Record<string, string>) {
  const { data: additions, error } = detailsSchema.safeParse(typed)
  const wrong = (problems: Record<string, string>) => ({ said: undefined, added: [], problems })
  if (!additions) {
    return wrong(problemsByField(error, 'add', additionErrors.fields, additionTextLimits))
  }
  return db.transaction(async (tx) => {
    // Of two at once the second waits here, so that they are counted one after the other.
    const read = await holdRequest(tx, leadId)
    if (!read) throw missingRequest()
    if (read.state.end) return wrong({ add: additionErrors.closed })
    const words = read.events.filter(({ kind }) => kind === 'word-added').length
    const news = additions.flatMap((addition) => {
      const command = toCommand(addition, read)
      return command ? [{ add: addition.add, command }] : []
    })
    const tooMuch = news.find(
      ({ add }, place) => isFull(read, place) || (add === 'word' && words >= additionLimits.word),
    )
    if (tooMuch) return wrong({ [fieldOf[tooMuch.add]]: additionErrors.full })
    for (const { command } of news) await apply(tx, leadId, command)
    const problems: Record<string, string> = {}
    return { said: additions[0]?.add, added: news.map(({ add }) => add), problems }
  })
}

/**
 * Stores a photograph of a lead, unless it has or had as many as it may, or is closed. Returns why not, in
 * words; throws where the lead is gone.
 */
export async function addPhoto(db: Database, leadId: number, photo: Photo) {
  return db.transaction(async (tx) => {
    const read = await holdRequest(tx, leadId)
    if (!read) throw missingRequest()
    if (read.photos.length >= photoLimits.count) return photoErrors.full
    const added = read.events.filter(({ kind }) => kind === 'photo-added')
    if (added.length >= additionLimits.photos) return additionErrors.full
    const outcome = await apply(tx, leadId, { do: 'add', what: { kind: 'photo-added' } })
    if (!outcome || isRefusal(outcome)) return additionErrors.closed
    await tx.insert(leadPhotos).values({ leadId, ...photo })
    return undefined
  })
}

/** Deletes a photograph of a lead. Doing so twice changes nothing. */
export async function removePhoto(db: Database, leadId: number, photoId: number): Promise<void> {
  await db.transaction(async (tx) => {
    await lockLead(tx, leadId)
    const removed = await tx
      .delete(leadPhotos)
      .where(and(eq(leadPhotos.leadId, leadId), eq(leadPhotos.id, photoId)))
      .returning({ id: leadPhotos.id })
    if (removed.length > 0)
      await apply(tx, leadId, { do: 'note', what: 'photo-removed', by: 'visitor' })
  })
}
