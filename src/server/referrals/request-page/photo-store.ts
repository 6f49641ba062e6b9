import { and, asc, eq } from 'drizzle-orm'
import { isClosed } from '#/contracts/referrals/offer-states.ts'
import { additionLimits, type PhotoView, photoLimits } from '#/contracts/referrals/requests.ts'
import { leadHistory, leadPhotos, leads } from '#/server/db/tables/schema.ts'
import type { Database } from '#/server/db/database.ts'
import { lockLead } from '../lock-lead.ts'
import { readOutcome } from './read-request.ts'
import type { RecordByVisitor } from './record-by-visitor.ts'
import type { Photo } from '../photos/make-photo.ts'

/** The photographs of a lead, without their bytes, oldest first. */
export async function listPhotos(db: Database, leadId: number): Promise<PhotoView[]> {
  const rows = await db
    .select({
      id: leadPhotos.id,
      width: leadPhotos.width,
      height: leadPhotos.height,
      at: leadPhotos.createdAt,
    })
    .from(leadPhotos)
    .where(eq(leadPhotos.leadId, leadId))
    .orderBy(asc(leadPhotos.id))
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** The bytes of one photograph of a lead; undefined if it has none of that number. */
export async function readPhoto(
  db: Database,
  leadId: number,
  photoId: number,
  isSmall: boolean,
): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ bytes: isSmall ? leadPhotos.thumbnail : leadPhotos.image })
    .from(leadPhotos)
    .innerJoin(leads, eq(leads.id, leadPhotos.leadId))
    .where(and(eq(leadPhotos.leadId, leadId), eq(leadPhotos.id, photoId)))
  return row?.bytes
}

/** Stores a photograph of a lead, unless it has or had as many as it may, or is closed or gone. */
export async function addPhoto(
  db: Database,
  leadId: number,
  photo: Photo,
  record: RecordByVisitor,
): Promise<'added' | 'full' | 'used up' | 'closed' | 'gone'> {
  return db.transaction(async (tx) => {
    if (!(await lockLead(tx, leadId))) return 'gone'
    if (isClosed(await readOutcome(tx, leadId))) return 'closed'
    const count = await tx.$count(leadPhotos, eq(leadPhotos.leadId, leadId))
    if (count >= photoLimits.count) return 'full'
    const isAdded = and(eq(leadHistory.leadId, leadId), eq(leadHistory.kind, 'added-photo'))
    if ((await tx.$count(leadHistory, isAdded)) >= additionLimits.photos) return 'used up'
    await tx.insert(leadPhotos).values({ leadId, ...photo })
    await record(tx, leadId, 'added-photo')
    return 'added'
  })
}

/** Deletes a photograph of a lead. Doing so twice changes nothing. */
export async function removePhoto(
  db: Database,
  leadId: number,
  photoId: number,
  record: RecordByVisitor,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockLead(tx, leadId)
    const removed = await tx
      .delete(leadPhotos)
      .where(and(eq(leadPhotos.leadId, leadId), eq(leadPhotos.id, photoId)))
      .returning({ id: leadPhotos.id })
    if (removed.length > 0) await record(tx, leadId, 'removed-photo')
  })
}
