import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import { newReminderSchema, reminderSchema } from '#/contracts/leads/inbox.ts'
import { joinSchema, urgencySchema } from '#/contracts/referrals/offers.ts'
import type { Database } from '../../db/database.ts'
import { serve } from '../../http/serve.ts'
import { signedInAs } from '../../http/sessions.ts'
import { applyForUser } from '../store/apply-for-user.ts'
import { sendPhoto } from '../store/read-additions.ts'
import { joinLeads } from './join-leads.ts'
import { endSnooze, snooze } from './snooze.ts'

/**
 * Adds the routes of the photographs of requests, whether these are urgent, when they are
 * shown again, and which go together.
 */
export function addAdditionRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  serve(
    app,
    api.leadPhoto,
    {
      query: z.object({ size: z.enum(['small', 'large']).default('large') }),
      responses: { 200: z.any().describe('A JPEG.') },
    },
    (request, reply) =>
      sendPhoto(db, request, reply, [request.params.leadId], 'There is no such photograph.'),
  )

  serve(app, api.leadUrgency, { body: urgencySchema }, async (request) => {
    const { leadId } = request.params
    const { cannotWait } = request.body
    const by = signedInAs(request)
    request.audit({ subject: `lead ${leadId}, ${cannotWait ? 'yes' : 'no'}` })
    await db.transaction((tx) => applyForUser(tx, leadId, { do: 'set-urgency', cannotWait, by }))
  })

  serve(
    app,
    api.setReminder,
    { body: newReminderSchema, answer: reminderSchema },
    async (request) => {
      const { leadId } = request.params
      const by = signedInAs(request)
      request.audit({ subject: `lead ${leadId}` })
      return db.transaction((tx) => snooze(tx, leadId, request.body, by))
    },
  )

  serve(app, api.removeReminder, {}, async (request) => {
    const { leadId } = request.params
    request.audit({ subject: `lead ${leadId}` })
    await db.transaction((tx) => endSnooze(tx, leadId, signedInAs(request)))
  })

  serve(app, api.leadJoin, { body: joinSchema }, async (request) => {
    const ids = [request.params.leadId, request.body.leadId] as const
    request.audit({ subject: `leads ${ids.join(' and ')}` })
    await db.transaction((tx) => joinLeads(tx, ids, signedInAs(request)))
  })

  serve(app, api.leadPart, {}, async (request) => {
    const { leadId } = request.params
    const by = signedInAs(request)
    request.audit({ subject: `lead ${leadId}` })
    await db.transaction((tx) => applyForUser(tx, leadId, { do: 'part', by }))
  })
}
