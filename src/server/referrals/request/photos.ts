import { and, eq } from 'drizzle-orm'
import { additionErrors, photoErrors } from '#/content/request-page.ts'
import { additionLimits, photoLimits } from '#/contracts/referrals/requests.ts'
import { leadPhotos } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { lockLead } from '../../db/lock-lead.ts'
import type { Photo } from '../photos/make-photo.ts'
import { isRefusal } from '../run.ts'
import { apply } from '../store/apply.ts'
import { missingRequest } from '../store/apply-for-user.ts'
import { holdRequest } from '../store/read-request.ts'

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
