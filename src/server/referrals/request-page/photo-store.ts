import { and, eq } from 'drizzle-orm'
import { isClosed } from '#/contracts/referrals/offer-states.ts'
import { additionLimits, photoLimits } from '#/contracts/referrals/requests.ts'
import { leadHistory, leadPhotos } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { recordOnLead } from '../../db/lead-history.ts'
import { holdLead } from '../lead/held-lead.ts'
import type { Photo } from '../photos/make-photo.ts'

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
