import { eq } from 'drizzle-orm'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { formatCents } from '#/contracts/money/amounts.ts'
import { jobValueSchema } from '#/contracts/money/ledger.ts'
import { offerParamsSchema } from '#/contracts/referrals/offers.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { offers } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { noBody } from '../../http/answer-schemas.ts'
import { AppError } from '../../http/errors.ts'
import { holdLead } from '../lead/held-lead.ts'

/** The owner says what a job came to, in cents; null where they do not know. */
async function setJobValue(
  tx: Transaction,
  offerId: number,
  jobValueCents: number | null,
): Promise<void> {
  const [found] = await tx
    .select({ leadId: offers.leadId })
    .from(offers)
    .where(eq(offers.id, offerId))
  const lead = found && (await holdLead(tx, found.leadId))
  const offer = lead?.offers.find(({ id }) => id === offerId)
  if (!lead || !offer) throw new AppError('not_found', `There is no offer number ${offerId}.`)
  if (offer.state !== 'accepted') {
    throw new AppError('conflict', 'This contractor does not have the request any more.')
  }
  await tx.update(offers).set({ jobValueCents }).where(eq(offers.id, offerId))
}

/** What a job came to, as the owner corrects it. Admins only. */
export function jobValueRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    app.put(
      apiPaths.jobValue,
      { schema: { params: offerParamsSchema, body: jobValueSchema, response: noBody } },
      async (request, reply) => {
        const { offerId } = request.params
        const { value } = request.body
        const words = value === null ? 'unknown' : formatCents(value)
        request.audit({ subject: `offer ${offerId}, ${words}` })
        await db.transaction((tx) => setJobValue(tx, offerId, value))
        return reply.code(204).send(null)
      },
    )
  }
}
