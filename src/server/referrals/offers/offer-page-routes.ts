import formbody from '@fastify/formbody'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { offerPage } from '#/content/offer-page.ts'
import { parseCents } from '#/contracts/money/amounts.ts'
import {
  callStateOf,
  declineReasons,
  handBackReasons,
  type OfferAccess,
  toldLostReasons,
} from '#/contracts/referrals/offer-states.ts'
import type { OfferFormProblem, OfferView } from '#/contracts/referrals/offers.ts'
import { offerPath, tokenPaths } from '#/contracts/routes.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { listFeesAhead } from '../../money/fee-rules.ts'
import { listOfferFees } from '../../money/ledger.ts'
import { proposeCallTime, readCallTime } from '../../time/call-times.ts'
import { sendPhoto } from '../lead/read-additions.ts'
import { areVisitorMailsOn } from '../lead/tell-of-lead.ts'
import {
  backTo,
  createTokenPages,
  type TokenPageDeps,
  textsOf,
  tokenPageConfig,
} from '../lead/token-pages.ts'
import {
  changeCallTime,
  confirmCall,
  handBack,
  reportDone,
  reportLost,
  setOut,
} from './after-yes.ts'
import { acceptOffer, declineOffer, type OfferKey } from './answer-offer.ts'
import { readJoined } from './join-leads.ts'
import { matchedLead, offeredWork } from './lead-facts.ts'
import { type FoundOffer, findOffer } from './read-offers.ts'

const { problems } = offerPage

/** Does what a form says, or returns what is wrong with it. */
type Answer = (
  values: Record<string, string>,
  key: OfferKey,
  isUrgent: boolean,
) => string | Promise<OfferAccess | undefined>

/** The form that says what became of a lead: that the work is done, or that nothing came of it. */
function tellOutcome(
  db: Database,
  { outcome, lostReason, jobValue = '' }: Parameters<Answer>[0],
  key: OfferKey,
): ReturnType<Answer> {
  if (outcome === 'done') {
    const cents = jobValue.trim() === '' ? null : parseCents(jobValue)
    return cents === undefined ? problems.jobValue : reportDone(db, key, cents)
  }
  const reason = outcome === 'lost' && toldLostReasons.find((each) => each === lostReason)
  return reason ? reportLost(db, key, reason) : problems.reason
}

/** The page as it stands: nothing of the lead in it but what its contractor may see now. */
async function toOfferView(
  db: Database,
  { offer, access, lead }: FoundOffer,
  path: string,
  problem: OfferFormProblem | null,
): Promise<OfferView> {
  const frame = { path, companyName: offer.contractor.companyName }
  if (access !== 'accepted' && access !== 'open') return { ...frame, state: access }
  const isVisitorTold = lead.email !== '' && (await areVisitorMailsOn(db))
  if (access === 'accepted') {
    return {
      ...frame,
      state: access,
      isVisitorTold,
      lead: await matchedLead(db, lead),
      callAt: offer.callAt?.toISOString() ?? null,
      callState: callStateOf(offer, lead.now),
      nextCallAt: proposeCallTime(lead.isUrgent),
      onTheWayAt: offer.onTheWayAt?.toISOString() ?? null,
      outcome: lead.outcome,
      lostReason: lead.lostReason,
      claimedReason: lead.claimedReason,
      fees: await listOfferFees(db, offer.id),
      problem,
    }
  }
  const work = await offeredWork(db, lead)
  return {
    ...frame,
    state: access,
    isVisitorTold,
    work,
    expiresAt: offer.expiresAt.toISOString(),
    callAt: proposeCallTime(work.isUrgent),
    fees: await listFeesAhead(db, offer.contractorId, lead.service),
    problem,
  }
}

/** The page of an offer. To read it changes nothing: mail scanners open links. */
export function offerPageRoutes(deps: TokenPageDeps): FastifyPluginAsync {
  const { db, sendTokenPage } = deps

  const pathOf = ({ params }: FastifyRequest) => offerPath((params as { token: string }).token)

  async function sendOffer(
    request: FastifyRequest,
    reply: FastifyReply,
    found: FoundOffer,
    problem: OfferFormProblem | null = null,
  ) {
    const offer = await toOfferView(db, found, pathOf(request), problem)
    return sendTokenPage(request, reply, { kind: 'offer', offer })
  }

  return async (scope) => {
    await scope.register(formbody)
    const open = createTokenPages(scope, deps, offerPage.missing)
    const find = (request: FastifyRequest) =>
      open(request, (tokenHash) => findOffer(db, { tokenHash }))
    const config = tokenPageConfig

    /** Replies to a form: with the page again, which says how the offer stands, or what is wrong. */
    async function answer(
      request: FastifyRequest,
      reply: FastifyReply,
      form: OfferFormProblem['form'],
      run: Answer,
    ) {
      const found = await find(request)
      const values = textsOf(request.body)
      const refuse = (status: number, message: string) =>
        sendOffer(request, reply.code(status), found, {
          form,
          message,
          values,
        })
      const { id: offerId, leadId } = found.offer
      const result = run(values, { offerId, leadId }, found.lead.isUrgent)
      if (typeof result === 'string') return refuse(400, result)
      const answered = await result
      if (answered === undefined) throw new AppError('not_found', offerPage.missing.text)
      return backTo(reply, pathOf(request))
    }

    scope.get(tokenPaths.offer, { config }, async (request, reply) =>
      sendOffer(request, reply, await find(request)),
    )

    scope.get(tokenPaths.offerPhoto, { config }, async (request, reply) => {
      const { access, lead } = await find(request)
      const isShown = access === 'accepted' || access === 'open'
      if (!isShown) throw new AppError('not_found', offerPage.missing.text)
      const shown = [lead, ...(await readJoined(db, lead))].map(({ id }) => id)
      return sendPhoto(db, request, reply, shown, offerPage.missing.text)
    })

    const take = (path: string, form: OfferFormProblem['form'], run: Answer) =>
      scope.post(path, { config }, (request, reply) => answer(request, reply, form, run))

    take(tokenPaths.offerAccept, 'accept', (values, key, isUrgent) => {
      const at = readCallTime(values, isUrgent)
      return typeof at === 'string' ? at : acceptOffer(db, key, at)
    })

    take(tokenPaths.offerDecline, 'decline', ({ reason: typed }, key) => {
      const reason = declineReasons.find((each) => each === typed)
      return reason ? declineOffer(db, key, reason) : problems.reason
    })

    take(tokenPaths.offerCallTime, 'call-time', (values, key, isUrgent) => {
      const at = readCallTime(values, isUrgent)
      return typeof at === 'string' ? at : changeCallTime(db, key, at)
    })

    take(tokenPaths.offerSpoken, 'call-time', (_values, key) => confirmCall(db, key))

    take(tokenPaths.offerOnTheWay, 'call-time', (_values, key) => setOut(db, key))

    take(tokenPaths.offerHandBack, 'hand-back', ({ reason: typed }, key) => {
      const reason = handBackReasons.find((each) => each === typed)
      return reason ? handBack(db, key, reason) : problems.reason
    })

    take(tokenPaths.offerOutcome, 'outcome', (values, key) => tellOutcome(db, values, key))
  }
}
