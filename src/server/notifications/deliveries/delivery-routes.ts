import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { api } from '#/contracts/endpoints/api.ts'
import { deliveries } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { resendDelivery, resendTroubled } from './delivery-queue.ts'

type DeliveryDeps = { db: Database; overdueAfterMs: number }

/** Why a delivery cannot be sent again, in words. */
async function refusal(db: Database, deliveryId: number): Promise<AppError> {
  const [delivery] = await db
    .select({ state: deliveries.state, claimToken: deliveries.claimToken })
    .from(deliveries)
    .where(eq(deliveries.id, deliveryId))
  if (!delivery) return new AppError('not_found', `There’s no delivery number ${deliveryId}.`)
  if (delivery.state === 'sent') {
    return new AppError('conflict', 'This notification was already sent.')
  }
  if (delivery.claimToken !== null) {
    return new AppError('conflict', 'This notification is being sent right now.')
  }
  return new AppError(
    'conflict',
    'Its recipient is disabled or removed. Enable or add the recipient first.',
  )
}

/** Sending again. Admins only. */
export function addDeliveryRoutes(
  app: FastifyInstance,
  { db, overdueAfterMs }: DeliveryDeps,
): void {
  serve(app, api.deliveryResend, {}, async ({ params: { deliveryId } }) => {
    if (!(await resendDelivery(db, deliveryId))) throw await refusal(db, deliveryId)
    return { resent: 1 }
  })

  serve(app, api.deliveriesResendFailed, {}, async (request) => {
    const resent = await resendTroubled(db, overdueAfterMs)
    request.audit({ subject: String(resent) })
    return { resent }
  })
}
