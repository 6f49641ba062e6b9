import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { offerPage } from '#/content/offer-page.ts'
import { api } from '#/contracts/endpoints/api.ts'
import {
  agreementSchema,
  longestAgreementDays,
  newOfferSchema,
  outcomeSchema,
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

/** Adds the routes of to whom leads are offered, by a user or by the server, and what becomes of them. */
export function addOfficeRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  /** A contractor gets a lead offered, or takes it, as the user says. */
  async function give(
    request: FastifyRequest & { params: { leadId: number }; body: { contractorId: number } },
    toCommand: (offer: { offerId: number; contractor: Contractor; by: string }) => Command,
  ) {
    const { leadId } = request.params
    const { contractorId } = request.body
    const by = signedInAs(request)
    request.audit({ subject: `lead ${leadId}, contractor ${contractorId}`, contractorId })
    await db.transaction(async (tx) => {
      const contractor = await findContractor(tx, contractorId, await readNow(tx))
      if (!contractor) throw new AppError('not_found', 'This contractor is no longer on the list.')
      const offerId = await nextOfferId(tx)
      await applyForUser(tx, leadId, toCommand({ offerId, contractor, by }))
    })
  }

  serve(app, api.leadOffers, { body: newOfferSchema, status: 201 }, (request) =>
    give(request, (offer) => ({ do: 'offer', ...offer })),
  )

  serve(app, api.leadAgreement, { body: agreementSchema, status: 201 }, (request) => {
    const callAt = readAgreedTime(request.body.callAt)
    return give(request, (offer) => ({ do: 'agree', ...offer, callAt }))
  })

  for (const [row, what] of [
    [api.offerSpoken, 'spoken'],
    [api.offerWithdrawal, 'withdraw'],
  ] as const) {
    serve(app, row, {}, async (request) => {
      const { offerId } = request.params
      const leadId = await leadOfOffer(db, offerId)
      if (!leadId) throw new AppError('not_found', `There is no offer number ${offerId}.`)
      const command = { do: what, offerId, by: signedInAs(request) }
      await db.transaction((tx) => applyForUser(tx, leadId, command))
    })
  }

  serve(app, api.leadOutcome, { body: outcomeSchema }, async (request) => {
    const { leadId } = request.params
    request.audit({ subject: `lead ${leadId}, ${request.body.outcome}` })
    const command = outcomeCommand(request.body, signedInAs(request))
    await db.transaction((tx) => applyForUser(tx, leadId, command))
  })

  serveStoredSetting(app, api.offerSettings, {
    db,
    key: 'offers',
    inWords: ({ isAutomatic }) => (isAutomatic ? 'on' : 'off'),
  })
}
