import { asc, eq } from 'drizzle-orm'
import type { Recipient } from '#/contracts/notifications/deliveries.ts'
import { notificationRecipients as recipients } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { lockDeliveriesOf } from '../deliveries/delivery-queue.ts'

const columns = { id: recipients.id, email: recipients.email, isActive: recipients.isActive }

/** All recipients, in the order in which they were added. */
export function listRecipients(db: Database): Promise<Recipient[]> {
  return db.select(columns).from(recipients).orderBy(asc(recipients.id))
}

/** Adds a recipient; undefined when the address is in the list, in whatever case. */
export async function addRecipient(db: Database, email: string): Promise<Recipient | undefined> {
  const [row] = await db
    .insert(recipients)
    .values({ email })
    .onConflictDoNothing()
    .returning(columns)
  return row
}

/** Enables or disables a recipient. What waits for one who is disabled is cancelled at its next attempt. */
export async function setRecipientActive(
  db: Database,
  recipientId: number,
  isActive: boolean,
): Promise<Recipient | undefined> {
  const [row] = await db
    .update(recipients)
    .set({ isActive })
    .where(eq(recipients.id, recipientId))
    .returning(columns)
  return row
}

/**
 * Removes a recipient. What was sent there stays on record. Returns the address; undefined if there
 * is none.
 */
export async function removeRecipient(
  db: Database,
  recipientId: number,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    await lockDeliveriesOf(tx, { recipientId })
    const [removed] = await tx
      .delete(recipients)
      .where(eq(recipients.id, recipientId))
      .returning({ email: recipients.email })
    return removed?.email
  })
}
