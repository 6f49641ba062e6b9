import { eq, sql } from 'drizzle-orm'
import { canBeRated } from '#/contracts/referrals/offer-states.ts'
import { mostChanges, type NewRating } from '#/contracts/referrals/ratings.ts'
import { ratings } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '#/server/db/database.ts'
import { lockLead } from '../lock-lead.ts'
import { readOutcome } from './read-request.ts'
import type { RecordByVisitor } from './record-by-visitor.ts'

/** What became of a rating that was sent. `early`: nobody has been there yet. */
export type Rated = 'rated' | 'early' | 'published' | 'full' | 'gone'

const isSame = (row: NewRating, other: NewRating) =>
  (['hasCome', 'stars', 'text', 'mayPublish', 'shownName', 'shownTown'] as const).every(
    (name) => row[name] === other[name],
  )

/** Holds a lead and its rating. Of two who change it at once the second waits here. */
export async function holdRating(tx: Transaction, leadId: number) {
  const lead = await lockLead(tx, leadId)
  const [rating] = await tx.select().from(ratings).where(eq(ratings.leadId, leadId))
  return { lead, rating }
}

/** Stores how it went, or changes what was said, as long as that is not published. */
export async function rateRequest(
  db: Database,
  leadId: number,
  given: NewRating,
  record: RecordByVisitor,
  now = Date.now(),
): Promise<Rated> {
  return db.transaction(async (tx) => {
    const { lead, rating } = await holdRating(tx, leadId)
    if (!lead) return 'gone'
    if (rating && isSame(rating, given)) return 'rated'
    if (rating?.publishedAt) return 'published'
    if (rating && rating.version >= mostChanges) return 'full'
    const { callAt, ...facts } = await readOutcome(tx, leadId)
    if (!canBeRated(facts, callAt, now)) return 'early'
    const stored = { ...given, ratedAt: sql`clock_timestamp()` }
    await tx
      .insert(ratings)
      .values({ leadId, ...stored })
      .onConflictDoUpdate({
        target: ratings.leadId,
        set: { ...stored, version: sql`${ratings.version} + 1` },
      })
    await record(tx, leadId, 'rated', `${given.stars} of 5`)
    return 'rated'
  })
}

/** The visitor takes back the yes to publishing: what is published comes off the site. */
export async function withdrawRating(
  db: Database,
  leadId: number,
  record: RecordByVisitor,
): Promise<void> {
  await db.transaction(async (tx) => {
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
    await record(tx, leadId, 'rating-withdrawn')
  })
}
