import formbody from '@fastify/formbody'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { offerPage } from '#/content/offer-page.ts'
import { parseCents } from '#/contracts/money/amounts.ts'
import {
  declineReasons,
  handBackReasons,
  toldLostReasons,
} from '#/contracts/referrals/offer-states.ts'
import type { OfferFormProblem } from '#/contracts/referrals/offers.ts'
import { offerPath, tokenPaths } from '#/contracts/token-routes.ts'
import { AppError } from '../../http/errors.ts'
import {
  backTo,
  createTokenPages,
  type TokenPageDeps,
  textsOf,
  tokenPageConfig,
} from '../../http/token-pages.ts'
import { readCallTime } from '../../time/call-times.ts'
import type { Command } from '../commands.ts'
import { isUrgent } from '../state.ts'
import { applyTo } from '../store/apply.ts'
import { sendPhoto } from '../store/read-additions.ts'
import { readLater } from '../store/read-request.ts'
import { type FoundOffer, findOffer, isLate } from './find-offer.ts'
import { toOfferView } from './offer-view.ts'

const { problems } = offerPage

/** Reads a form: what its contractor does, or what is wrong with what they typed. */
type Read = (values: Record<string, string>, offerId: number, urgent: boolean) => Command | string

/** A form that gives a reason of a list. */
const withReason =
  <Reason extends string>(
    reasons: readonly Reason[],
    toCommand: (reason: Reason, offerId: number) => Command,
  ): Read =>
  ({ reason: typed }, offerId) => {
    const reason = reasons.find((each) => each === typed)
    return reason ? toCommand(reason, offerId) : problems.reason
  }

/** A form with the time of a call. */
const withTime =
  (what: 'accept' | 'call-at'): Read =>
  (values, offerId, urgent) => {
    const at = readCallTime(values, urgent)
    return typeof at === 'string' ? at : { do: what, offerId, callAt: at.getTime() }
  }

/** The form that says what became of it: that the work is done, or that nothing came of it. */
const readOutcome: Read = ({ outcome, lostReason, jobValue = '' }, offerId) => {
  if (outcome === 'done') {
    const valueCents = jobValue.trim() === '' ? null : parseCents(jobValue)
    return valueCents === undefined ? problems.jobValue : { do: 'done', offerId, valueCents }
  }
  const reason = outcome === 'lost' && toldLostReasons.find((each) => each === lostReason)
  return reason ? { do: 'nothing-came-of-it', offerId, reason } : problems.reason
}

/** The forms of the page: their addresses, their names, and how each is read. */
const forms: [path: string, form: OfferFormProblem['form'], read: Read][] = [
  [tokenPaths.offerAccept, 'accept', withTime('accept')],
  [
    tokenPaths.offerDecline,
    'decline',
    withReason(declineReasons, (reason, offerId) => ({ do: 'decline', offerId, reason })),
  ],
  [tokenPaths.offerCallTime, 'call-time', withTime('call-at')],
  [tokenPaths.offerSpoken, 'call-time', (_, offerId) => ({ do: 'spoken', offerId })],
  [tokenPaths.offerOnTheWay, 'call-time', (_, offerId) => ({ do: 'on-the-way', offerId })],
  [
    tokenPaths.offerHandBack,
    'hand-back',
    withReason(handBackReasons, (reason, offerId) => ({ do: 'hand-back', offerId, reason })),
  ],
  [tokenPaths.offerOutcome, 'outcome', readOutcome],
]

/** The page of an offer, which its contractor opens by a link. To read it changes nothing: mail scanners open links. */
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

    scope.get(tokenPaths.offer, { config }, async (request, reply) =>
      sendOffer(request, reply, await find(request)),
    )

    scope.get(tokenPaths.offerPhoto, { config }, async (request, reply) => {
      const found = await find(request)
      const isShown = found.access === 'accepted' || found.access === 'open' || isLate(found)
      if (!isShown) throw new AppError('not_found', offerPage.missing.text)
      const { id } = found.read.lead
      const shown = [id, ...(await readLater(db, id)).map(({ lead }) => lead.id)]
      return sendPhoto(db, request, reply, shown, offerPage.missing.text)
    })

    for (const [path, form, read] of forms) {
      scope.post(path, { config }, async (request, reply) => {
        const found = await find(request)
        const values = textsOf(request.body)
        const command = read(values, found.offer.id, isUrgent(found.read.state))
        if (typeof command === 'string') {
          return sendOffer(request, reply.code(400), found, { form, message: command, values })
        }
        const outcome = await applyTo(db, found.read.lead.id, command)
        if (!outcome) throw new AppError('not_found', offerPage.missing.text)
        // What was refused is as the page says.
        return backTo(reply, pathOf(request))
      })
    }
  }
}
