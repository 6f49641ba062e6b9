import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { offerPage } from '#/content/offer-page.ts'
import { leadIdParamsSchema } from '#/contracts/leads/leads.ts'
import { deliveryParamsSchema } from '#/contracts/notifications/deliveries.ts'
import {
  agreementSchema,
  claimAnswerSchema,
  longestAgreementDays,
  newOfferSchema,
  offerParamsSchema,
  outcomeSchema,
  referralSchema,
} from '#/contracts/referrals/offers.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { instantOfLocal } from '#/server/time/business-hours.ts'
import type { Database } from '../../db/database.ts'
import { noBody } from '../../http/answer-schemas.ts'
import { AppError } from '../../http/errors.ts'
import { signedInAs } from '../../http/sessions.ts'
import { addStoredSetting } from '../../http/setting-routes.ts'
import { readLead } from '../lead/held-lead.ts'
import { asksIfUrgent } from '../lead/read-additions.ts'
import {
  offerByHand,
  recordAgreement,
  recordCameBack,
  recordSpoken,
  withdrawOffer,
} from './manage-offers.ts'
import { setOutcome } from './outcome.ts'
import { toReferral } from './read-offers.ts'
import { answerClaim } from './settle-claims.ts'

/** When it was agreed to call. That may be over by now. */
function readAgreedTime(typed: string): Date {
  const at = instantOfLocal(typed)
  const { callAt, agreedFar } = offerPage.problems
  const isFar = at && at.getTime() > Date.now() + longestAgreementDays * 86_400_000
  const problem = isFar ? agreedFar : callAt
  // In the years before, the year was not typed to its end.
  if (at && !isFar && at.getUTCFullYear() >= 2000) return at
  throw new AppError('invalid_request', problem, { fields: { callAt: problem } })
}

const params = leadIdParamsSchema
const referralAnswer = z.object({ data: referralSchema })

/** That a mail came back to the owner's mailbox. */
function cameBackRoute(app: Parameters<FastifyPluginAsyncZod>[0], db: Database): void {
  app.post(
    apiPaths.deliveryCameBack,
    { schema: { params: deliveryParamsSchema, response: noBody } },
    async (request, reply) => {
      const { deliveryId } = request.params
      request.audit({ subject: `delivery ${deliveryId}` })
      await db.transaction((tx) => recordCameBack(tx, deliveryId, signedInAs(request)))
      return reply.code(204).send(null)
    },
  )
}

/** To whom leads are offered, by a user or by the server, and what becomes of them. Admins only. */
export function offerRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  async function referralOf(leadId: number) {
    const lead = await readLead(db, leadId)
    if (!lead) throw new AppError('not_found', `There is no lead number ${leadId}.`)
    return { data: { ...toReferral(lead), soundsUrgent: await asksIfUrgent(db, lead) } }
  }

  return async (app) => {
    app.get(
      apiPaths.leadReferral,
      { schema: { params, response: { 200: referralAnswer } } },
      ({ params: { leadId } }) => referralOf(leadId),
    )

    app.post(
      apiPaths.leadOffers,
      {
        schema: { params, body: newOfferSchema, response: { 201: referralAnswer } },
      },
      async (request, reply) => {
        const { leadId } = request.params
        const { contractorId } = request.body
        const actor = signedInAs(request)
        request.audit({ subject: `lead ${leadId}, contractor ${contractorId}`, contractorId })
        await db.transaction((tx) => offerByHand(tx, leadId, { contractorId, actor }))
        return reply.code(201).send(await referralOf(leadId))
      },
    )

    app.post(
      apiPaths.leadAgreement,
      {
        schema: { params, body: agreementSchema, response: { 201: referralAnswer } },
      },
      async (request, reply) => {
        const { leadId } = request.params
        const { contractorId } = request.body
        const callAt = readAgreedTime(request.body.callAt)
        const actor = signedInAs(request)
        request.audit({ subject: `lead ${leadId}, contractor ${contractorId}`, contractorId })
        await db.transaction((tx) => recordAgreement(tx, leadId, { contractorId, actor, callAt }))
        return reply.code(201).send(await referralOf(leadId))
      },
    )

    /** What the owner does with one offer. */
    const change = (
      path: typeof apiPaths.offerSpoken | typeof apiPaths.offerWithdrawal,
      run: typeof withdrawOffer,
    ) =>
      app.post(
        path,
        { schema: { params: offerParamsSchema, response: { 200: referralAnswer } } },
        async (request) => {
          const { offerId } = request.params
          const actor = signedInAs(request)
          return referralOf(await db.transaction((tx) => run(tx, offerId, actor)))
        },
      )
    change(apiPaths.offerSpoken, recordSpoken)
    change(apiPaths.offerWithdrawal, withdrawOffer)

    app.put(
      apiPaths.leadOutcome,
      {
        schema: { params, body: outcomeSchema, response: { 200: referralAnswer } },
      },
      async (request) => {
        const { leadId } = request.params
        const { outcome } = request.body
        request.audit({ subject: `lead ${leadId}, ${outcome}` })
        const told = { ...request.body, actor: signedInAs(request) }
        await db.transaction((tx) => setOutcome(tx, leadId, told))
        return referralOf(leadId)
      },
    )

    app.post(
      apiPaths.leadClaim,
      {
        schema: { params, body: claimAnswerSchema, response: { 200: referralAnswer } },
      },
      async (request) => {
        const { leadId } = request.params
        const { agrees } = request.body
        request.audit({ subject: `lead ${leadId}, ${agrees ? 'agreed' : 'not agreed'}` })
        const told = { agrees, actor: signedInAs(request) }
        await db.transaction((tx) => answerClaim(tx, leadId, told))
        return referralOf(leadId)
      },
    )

    cameBackRoute(app, db)
    addStoredSetting(app, db, 'offers', {
      path: apiPaths.offerSettings,
      inWords: ({ isAutomatic }) => (isAutomatic ? 'on' : 'off'),
    })
  }
}
