import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ratingErrors } from '#/content/request-page.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { ratingTextLimit, shownNameLimit } from '#/contracts/limits.ts'
import { withoutDirectionMarks } from '#/contracts/text.ts'
import { ratings } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { lockLead } from '../../db/lock-lead.ts'
import { AppError } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { signedInAs } from '../../http/sessions.ts'
import { townsServed } from '../../texts/places.ts'
import { visitorText } from '../../texts/texts.ts'
import { isRefusal } from '../run.ts'
import { apply, missingRequest } from '../store/apply.ts'
import { listRatings, readRating } from './read-ratings.ts'

/** How often a visitor may say how it went. */
const mostVersions = 20

const oneLine = (limit: number) =>
  visitorText(limit, 'required', ' ')
    .overwrite((value) => withoutDirectionMarks(value).replace(/\s+/g, ' '))
    .default('')

type Shown = 'ratingText' | 'shownName' | 'shownTown'

type Sent = { came: boolean; stars: number | null; mayPublish: boolean } & Record<Shown, string>

/** A field that is needed where the others are so; its problem is told also where another field is wrong. */
const needed = (name: keyof Sent, isGiven: (sent: Sent) => boolean) =>
  z.refine<Sent>(isGiven, {
    path: [name],
    message: 'required',
    when: ({ issues }) => !issues.some(({ path }) => path?.[0] === name),
  })

/** Publishing needs a field with a letter. */
const publishable = (name: Shown) =>
  needed(name, (sent) => !sent.mayPublish || /\p{L}/u.test(sent[name]))

/** Who says that nobody came need not say how it was, unless that is to be shown. */
const needsStars = needed(
  'stars',
  ({ came, stars, mayPublish }) => stars !== null || (came === false && !mayPublish),
)

/**
 * The form of a rating. Without a yes to publishing neither name nor town is stored. Issues name a problem, for
 * which `content/request-page.ts` has the words.
 */
export const newRatingSchema = z
  .object({
    came: z.enum(['yes', 'no'], 'required').transform((came) => came === 'yes'),
    stars: z
      .enum(['1', '2', '3', '4', '5'], 'required')
      .optional()
      .transform((stars) => (stars ? Number(stars) : null)),
    ratingText: oneLine(ratingTextLimit),
    mayPublish: z
      .literal('yes')
      .optional()
      .transform((yes) => yes === 'yes'),
    shownName: oneLine(shownNameLimit),
    shownTown: z
      .string('invalid')
      .refine((town) => ['', ...townsServed()].includes(town), 'invalid')
      .default(''),
  })
  .check(needsStars, publishable('ratingText'), publishable('shownName'), publishable('shownTown'))
  .transform(({ came, stars, ratingText, mayPublish, shownName, shownTown }) => ({
    hasCome: came,
    stars,
    text: ratingText,
    mayPublish,
    shownName: mayPublish ? shownName : null,
    shownTown: mayPublish ? shownTown : null,
  }))

/** A rating as its visitor gave it. */
type NewRating = z.output<typeof newRatingSchema>

/** Holds a lead, and reads its rating. Of two who change it at once the second waits here. */
async function holdRating(tx: Transaction, leadId: number) {
  const lead = await lockLead(tx, leadId)
  const [rating] = await tx.select().from(ratings).where(eq(ratings.leadId, leadId))
  return { lead, rating }
}

/**
 * The visitor says how it went, or changes what they have said, as long as it is not published. Returns why
 * not, in words; throws where the lead is gone.
 */
export async function rateRequest(db: Database, leadId: number, given: NewRating) {
  const { refused } = ratingErrors
  return db.transaction(async (tx) => {
    const { lead, rating } = await holdRating(tx, leadId)
    if (!lead) throw missingRequest()
    if (rating && isDeepStrictEqual({ ...rating, ...given }, rating)) return undefined
    if (rating?.publishedAt) return refused.published
    if (rating && rating.version >= mostVersions) return refused.full
    const outcome = await apply(tx, leadId, { do: 'rate', stars: given.stars })
    // No contractor has been there yet.
    if (!outcome || isRefusal(outcome)) return refused.early
    const stored = { ...given, ratedAt: sql`clock_timestamp()` }
    await tx
      .insert(ratings)
      .values({ leadId, ...stored })
      .onConflictDoUpdate({
        target: ratings.leadId,
        set: { ...stored, version: sql`${ratings.version} + 1` },
      })
    return undefined
  })
}

/** The visitor takes back the yes to publishing: what is published comes off the site. */
export async function unpublish(tx: Transaction, leadId: number): Promise<void> {
  const { rating } = await holdRating(tx, leadId)
  if (!rating?.mayPublish) return
  await tx
    .update(ratings)
    .set({
      mayPublish: false,
      shownName: null,
      shownTown: null,
      publishedAt: null,
      version: rating.version + 1,
    })
    .where(eq(ratings.leadId, leadId))
  await apply(tx, leadId, { do: 'note', what: 'rating-withdrawn', by: 'visitor' })
}

const conflict = (message: string) => new AppError('conflict', message)

async function holdGiven(tx: Transaction, leadId: number) {
  const { lead, rating } = await holdRating(tx, leadId)
  if (!lead || !rating) throw new AppError('not_found', `Request number ${leadId} has no rating.`)
  return { ...lead, rating }
}

/** Publishes a rating in the version that the owner has read, if the visitor has said yes. */
async function publishRating(tx: Transaction, leadId: number, version: number, actor: string) {
  const { isQuarantined, rating } = await holdGiven(tx, leadId)
  if (isQuarantined) throw conflict('This request is held as spam. Mark it as real first.')
  if (!rating.mayPublish) {
    throw conflict('The customer hasn’t agreed to this rating being published.')
  }
  if (rating.version !== version) {
    throw conflict('The customer has changed the rating. Please read it again.')
  }
  if (rating.publishedAt) return
  await tx
    .update(ratings)
    .set({ publishedAt: sql`clock_timestamp()` })
    .where(eq(ratings.leadId, leadId))
  await apply(tx, leadId, { do: 'note', what: 'rating-published', by: actor })
}

/** The owner takes a rating off the site. The visitor can change it from then on. */
async function takeRatingOff(tx: Transaction, leadId: number, actor: string): Promise<void> {
  const { rating } = await holdGiven(tx, leadId)
  if (!rating.publishedAt) return
  await tx.update(ratings).set({ publishedAt: null }).where(eq(ratings.leadId, leadId))
  await apply(tx, leadId, { do: 'note', what: 'rating-taken-off', by: actor })
}

/**
 * Adds the routes of what visitors say of how it went, and whether it is on the site. `onPublished` is called
 * once what the site shows has changed; other processes learn of it by a signal.
 */
export function addRatingRoutes(
  app: FastifyInstance,
  { db, onPublished }: { db: Database; onPublished: () => void },
): void {
  serve(app, api.ratings, {}, () => listRatings(db))

  serve(app, api.publishRating, { body: z.object({ version: z.int() }) }, async (request) => {
    const { leadId } = request.params
    const { version } = request.body
    await db.transaction((tx) => publishRating(tx, leadId, version, signedInAs(request)))
    onPublished()
    return readRating(db, leadId)
  })

  serve(app, api.takeRatingOff, {}, async (request) => {
    const { leadId } = request.params
    await db.transaction((tx) => takeRatingOff(tx, leadId, signedInAs(request)))
    onPublished()
    return readRating(db, leadId)
  })
}
