import { eq, sql } from 'drizzle-orm'
import { ratings } from '#/server/db/tables/schema.ts'
import type { Transaction } from '#/server/db/database.ts'
import { AppError } from '#/server/http/errors.ts'
import type { RecordOnLead } from '../offers/offer-changes.ts'
import { holdRating } from './rate-request.ts'

const conflict = (message: string) => new AppError('conflict', message)

async function holdGiven(tx: Transaction, leadId: number) {
  const { lead, rating } = await holdRating(tx, leadId)
  if (!lead || !rating) throw new AppError('not_found', `Lead number ${leadId} has no rating.`)
  return { ...lead, rating }
}

/** The owner publishes a rating in the version that they have read, if the visitor has said yes. */
export async function publishRating(
  tx: Transaction,
  record: RecordOnLead,
  leadId: number,
  { version, actor }: { version: number; actor: string },
): Promise<void> {
  const { isQuarantined, rating } = await holdGiven(tx, leadId)
  if (isQuarantined) throw conflict('This request is in quarantine. Release it first.')
  if (!rating.mayPublish) {
    throw conflict('The customer has not agreed to this rating being published.')
  }
  if (rating.version !== version) {
    throw conflict('The customer has changed the rating. Please read it again.')
  }
  if (rating.publishedAt) return
  await tx
    .update(ratings)
    .set({ publishedAt: sql`clock_timestamp()` })
    .where(eq(ratings.leadId, leadId))
  await record(tx, leadId, { kind: 'rating-published', actor })
}

/** The owner takes a rating off the site. The visitor can change it from then on. */
export async function takeRatingOff(
  tx: Transaction,
  record: RecordOnLead,
  leadId: number,
  actor: string,
): Promise<void> {
  const { rating } = await holdGiven(tx, leadId)
  if (!rating.publishedAt) return
  await tx.update(ratings).set({ publishedAt: null }).where(eq(ratings.leadId, leadId))
  await record(tx, leadId, { kind: 'rating-taken-off', actor })
}
