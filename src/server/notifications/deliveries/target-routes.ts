import { asc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#/contracts/endpoints/endpoint.ts'
import type { deliveries, notificationRecipients, webhooks } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { lockDeliveries } from '../../db/lock-lead.ts'
import { AppError } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'

type TargetTable = typeof notificationRecipients | typeof webhooks

/** Those who are told of each lead, of one kind. */
type Targets<Table extends TargetTable, Shown> = {
  db: Database
  name: 'recipient' | 'webhook'
  table: Table
  /** Of a delivery: the one to whom it goes. */
  ofDelivery: typeof deliveries.recipientId | typeof deliveries.webhookId
  endpoints: {
    list: Endpoint<string, undefined, Shown[]>
    change: Endpoint<string, { isActive: boolean }, Shown>
    remove: Endpoint<string, undefined, void>
  }
  show: (row: Table['$inferSelect']) => Shown
  /** Names one in the audit log. */
  inWords: (row: Table['$inferSelect']) => string
  onChanged?: () => void
}

/** There is no recipient, or no webhook, with this number. */
export const noTarget = (name: string, id: number) =>
  new AppError('not_found', `There’s no ${name} number ${id}.`)

const changeSchema = z.object({ isActive: z.boolean() })

/** Reads the number of the one that the address of a request names. */
const idIn = ({ params }: { params: unknown }) => Number(Object.values(params as object)[0])

/**
 * Adds the routes that list those of a kind, oldest first, disable or enable one, and remove one. What
 * waits for one that is disabled is cancelled at its next attempt; what was sent stays on record.
 */
export function serveTargets<Table extends TargetTable, Shown>(
  app: FastifyInstance,
  targets: Targets<Table, Shown>,
): void {
  const { db, name, ofDelivery, endpoints, show, inWords, onChanged = () => {} } = targets
  // Both tables have the columns that are named here; the rows are of the one that was passed.
  const table = targets.table as typeof webhooks

  serve(app, endpoints.list, {}, async () => {
    const rows = await db.select().from(table).orderBy(asc(table.id))
    return rows.map((row) => show(row as never))
  })

  serve(app, endpoints.change, { body: changeSchema }, async (request) => {
    const id = idIn(request)
    const { isActive } = request.body
    const [row] = await db.update(table).set({ isActive }).where(eq(table.id, id)).returning()
    if (!row) throw noTarget(name, id)
    const state = isActive ? 'enabled' : 'disabled'
    request.audit({ subject: `${inWords(row as never)}, ${state}` })
    onChanged()
    return show(row as never)
  })

  serve(app, endpoints.remove, {}, async (request) => {
    const id = idIn(request)
    const [row] = await db.transaction(async (tx) => {
      // Its removal changes each of them.
      await lockDeliveries(tx, eq(ofDelivery, id), 'no key update')
      return tx.delete(table).where(eq(table.id, id)).returning()
    })
    if (!row) throw noTarget(name, id)
    request.audit({ subject: inWords(row as never) })
    onChanged()
  })
}
