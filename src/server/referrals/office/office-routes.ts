import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { offerPage } from '#/content/offer-page.ts'
import { api } from '#/contracts/endpoints/api.ts'
import {
  agreementSchema,
  longestAgreementDays,
  newOfferSchema,
  outcomeSchema,
  referralSchema,
} from '#/contracts/referrals/offers.ts'
import { instantOfLocal } from '#/server/time/business-hours.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { serveStoredSetting } from '../../http/serve-setting.ts'
import { signedInAs } from '../../http/sessions.ts'
import type { Command } from '../commands.ts'
import type { Contractor, Instant } from '../state.ts'
import { nextOfferId } from '../store/apply.ts'
import { applyForUser } from '../store/apply-for-user.ts'
import { leadOfOffer, readNow } from '../store/read-request.ts'
import { findContractor } from '../store/state-rows.ts'
import { readReferral } from './referral-view.ts'

/** When it was agreed to call. That may be over by now. */
function readAgreedTime(typed: string): Instant {
  const at = instantOfLocal(typed)
  const { callAt, agreedFar } = offerPage.problems
  const isFar = at && at.getTime() > Date.now() + longestAgreementDays * 86_400_000
  const problem = isFar ? agreedFar : callAt
  // In the years before, the year was not typed to its end.
  if (at && !isFar && at.getUTCFullYear() >= 2000) return at.getTime()
  throw new AppError('invalid_request', problem, { fields: { callAt: problem } })
}

const outcomeCommand = (
  { outcome, lostReason: reason }: z.output<typeof outcomeSchema>,
  by: string,
): Command =>
  outcome === 'done' || outcome === 'lost'
    ? { do: 'close', as: outcome, reason, by }
    : { do: 'reopen', to: outcome, by }

/** To whom leads are offered, by a user or by the server, and what becomes of them. Admins only. */
export function officeRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  const referralOf = (leadId: number) => readReferral(db, leadId)

  /** A contractor gets a lead offered, or takes it, as the user says. */
  function give(
    leadId: number,
    contractorId: number,
    toCommand: (offer: { offerId: number; contractor: Contractor }) => Command,
  ) {
    return db.transaction(async (tx) => {
      const contractor = await findContractor(tx, contractorId, await readNow(tx))
      if (!contractor) throw new AppError('not_found', 'This contractor is no longer on the list.')
      const offerId = await nextOfferId(tx)
      await applyForUser(tx, leadId, toCommand({ offerId, contractor }))
    })
  }

  return async (app) => {
    serve(app, api.leadReferral, { answer: referralSchema }, ({ params: { leadId } }) =>
      referralOf(leadId),
    )

    serve(
      app,
      api.leadOffers,
      { body: newOfferSchema, answer: referralSchema, status: 201 },
      async (request) => {
        const { leadId } = request.params
        const { contractorId } = request.body
        const by = signedInAs(request)
        request.audit({ subject: `lead ${leadId}, contractor ${contractorId}`, contractorId })
        await give(leadId, contractorId, (offer) => ({ do: 'offer', ...offer, by }))
        return referralOf(leadId)
      },
    )

    serve(
      app,
      api.leadAgreement,
      { body: agreementSchema, answer: referralSchema, status: 201 },
      async (request) => {
        const { leadId } = request.params
        const { contractorId } = request.body
        const callAt = readAgreedTime(request.body.callAt)
        const by = signedInAs(request)
        request.audit({ subject: `lead ${leadId}, contractor ${contractorId}`, contractorId })
        await give(leadId, contractorId, (offer) => ({ do: 'agree', ...offer, callAt, by }))
        return referralOf(leadId)
      },
    )

    for (const [endpoint, what] of [
      [api.offerSpoken, 'spoken'],
      [api.offerWithdrawal, 'withdraw'],
    ] as const) {
      serve(app, endpoint, { answer: referralSchema }, async (request) => {
        const { offerId } = request.params
        const leadId = await leadOfOffer(db, offerId)
        if (!leadId) throw new AppError('not_found', `There is no offer number ${offerId}.`)
        const command = { do: what, offerId, by: signedInAs(request) }
        await db.transaction((tx) => applyForUser(tx, leadId, command))
        return referralOf(leadId)
      })
    }

    serve(
      app,
      api.leadOutcome,
      { body: outcomeSchema, answer: referralSchema },
      async (request) => {
        const { leadId } = request.params
        request.audit({ subject: `lead ${leadId}, ${request.body.outcome}` })
        const command = outcomeCommand(request.body, signedInAs(request))
        await db.transaction((tx) => applyForUser(tx, leadId, command))
        return referralOf(leadId)
      },
    )

    serveStoredSetting(app, api.offerSettings, {
      db,
      key: 'offers',
      inWords: ({ isAutomatic }) => (isAutomatic ? 'on' : 'off'),
    })
  }
}
