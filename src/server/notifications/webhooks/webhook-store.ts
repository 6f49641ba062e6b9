import { randomBytes } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import type { Webhook } from '#/contracts/notifications/deliveries.ts'
import { webhooks } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { lockDeliveriesOf } from '../deliveries/delivery-queue.ts'

const columns = {
  id: webhooks.id,
  url: webhooks.url,
  isActive: webhooks.isActive,
  createdAt: webhooks.createdAt,
}

type Row = Omit<Webhook, 'createdAt'> & { createdAt: Date }

const toWebhook = ({ createdAt, ...row }: Row): Webhook => ({
  ...row,
  createdAt: createdAt.toISOString(),
})

const secretBytes = 32

/** Every webhook, oldest first, without its secret. */
export async function listWebhooks(db: Database): Promise<Webhook[]> {
  return (await db.select(columns).from(webhooks).orderBy(asc(webhooks.id))).map(toWebhook)
}

/** Adds a webhook and makes its secret; undefined when the address is there already. */
export async function addWebhook(
  db: Database,
  url: string,
): Promise<(Webhook & { secret: string }) | undefined> {
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`
  const [row] = await db
    .insert(webhooks)
    .values({ url, secret })
    .onConflictDoNothing()
    .returning(columns)
  return row && { ...toWebhook(row), secret }
}

/** Enables or disables a webhook. What waits for one that is disabled is cancelled at its next attempt. */
export async function setWebhookActive(
  db: Database,
  webhookId: number,
  isActive: boolean,
): Promise<Webhook | undefined> {
  const [row] = await db
    .update(webhooks)
    .set({ isActive })
    .where(eq(webhooks.id, webhookId))
    .returning(columns)
  return row && toWebhook(row)
}

/** Removes a webhook, and returns its address. Undefined when there is none. */
export async function removeWebhook(db: Database, webhookId: number): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    await lockDeliveriesOf(tx, { webhookId })
    const [removed] = await tx
      .delete(webhooks)
      .where(eq(webhooks.id, webhookId))
      .returning({ url: webhooks.url })
    return removed?.url
  })
}

/** Where to call a webhook and how to sign; undefined when there is none. */
export async function readEndpoint(db: Database, webhookId: number) {
  const [row] = await db
    .select({ url: webhooks.url, secret: webhooks.secret })
    .from(webhooks)
    .where(eq(webhooks.id, webhookId))
  return row
}
