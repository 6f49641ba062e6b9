import type { FastifyPluginAsync } from 'fastify'
import { contractorPage } from '#/content/contractor-page.ts'
import { offerPage } from '#/content/offer-page.ts'
import { parseCents } from '#/contracts/money/amounts.ts'
import {
  declineReasons,
  handBackReasons,
  type OfferEnd,
  toldLostReasons,
} from '#/contracts/referrals/offer-states.ts'
import type { OfferFormProblem, OfferView } from '#/contracts/referrals/offers.ts'
import { tokenForms, tokenPaths } from '#/contracts/token-routes.ts'
import type { Database } from '../../db/database.ts'
import { readSetting } from '../../db/settings.ts'
import { AppError } from '../../http/errors.ts'
import { addTokenPage, idIn, type TokenPageDeps } from '../../http/token-pages.ts'
import { listFeesAhead } from '../../money/fee-rules.ts'
import { listOfferFees } from '../../money/ledger.ts'
import { proposeCallTime, readCallTime } from '../../time/call-times.ts'
import type { Command } from '../commands.ts'
import { isUrgent } from '../state.ts'
import { applyTo } from '../store/apply.ts'
import { findByLink } from '../store/links.ts'
import { sendPhoto } from '../store/read-additions.ts'
import {
  callOf,
  type FoundOffer,
  findOffer,
  isOpenTo,
  matchedLead,
  offeredWork,
} from './find-offer.ts'

const { problems } = offerPage

/** Reads a form: what its contractor does, or what is wrong with what they typed. */
type Read = (values: Record<string, string>, offerId: number, urgent: boolean) => Command | string

const readDecline: Read = ({ reason: typed }, offerId) => {
  const reason = declineReasons.find((each) => each === typed)
  return reason ? { do: 'decline', offerId, reason } : problems.reason
}

const readHandBack: Read = ({ reason: typed }, offerId) => {
  const reason = handBackReasons.find((each) => each === typed)
  return reason ? { do: 'hand-back', offerId, reason } : problems.reason
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

/** The forms of the page, by the ends of their addresses: their names, and how each is read. */
const forms: Record<
  (typeof tokenForms.offer)[number],
  [form: OfferFormProblem['form'], read: Read]
> = {
  '/accept': ['accept', withTime('accept')],
  '/decline': ['decline', readDecline],
  '/call-time': ['call-time', withTime('call-at')],
  '/spoken': ['call-time', (_, offerId) => ({ do: 'spoken', offerId })],
  '/on-the-way': ['call-time', (_, offerId) => ({ do: 'on-the-way', offerId })],
  '/hand-back': ['hand-back', readHandBack],
  '/outcome': ['outcome', readOutcome],
}

/** How it stands with a request that its contractor has, or had when it ended. */
function endOf({ read }: FoundOffer) {
  const { end } = read.state
  if (!end) return { outcome: 'matched', lostReason: null } as const
  return { outcome: end.as === 'done' ? 'done' : 'lost', lostReason: end.reason } as const
}

/** Why an offer is its contractor's no longer. */
function whyNotTheirs({ offer, access, isReopened }: FoundOffer): OfferEnd {
  if (isReopened && access !== 'removed') return 'reopened'
  return access === 'withdrawn' && offer.answeredAt !== null ? 'recalled' : (access as OfferEnd)
}

/** The page of an offer as it stands: nothing of the request in it but what its contractor may see now. */
async function toOfferView(
  db: Database,
  found: FoundOffer,
  path: string,
  problem: OfferFormProblem | null,
): Promise<OfferView> {
  const { read, offer, access } = found
  const frame = { path, companyName: offer.contractor.companyName }
  if (access !== 'accepted' && !isOpenTo(found)) return { ...frame, state: whyNotTheirs(found) }
  const { sendsMails } = await readSetting(db, 'visitorMails')
  const isVisitorTold = read.lead.email !== '' && sendsMails
  const shown = { ...frame, isVisitorTold, problem }
  const proposed = proposeCallTime(isUrgent(read.state))
  if (access === 'accepted') {
    return {
      ...shown,
      state: access,
      ...endOf(found),
      lead: matchedLead(read),
      ...callOf(offer, read.now),
      nextCallAt: proposed,
      fees: await listOfferFees(db, offer.id),
    }
  }
  return {
    ...shown,
    state: 'open',
    isLate: access === 'expired',
    work: offeredWork(read),
    expiresAt: offer.expiresAt,
    callAt: proposed,
    fees: await listFeesAhead(db, offer.contractor.id, read.lead.service),
  }
}

/** Whose link opens each page. */
const linkOf = { offer: 'offerId', contractorOffer: 'contractorId' } as const

/**
 * The page of an offer, which its contractor opens by a link, or from their own page. To read it changes
 * nothing: mail scanners open links.
 */
export function offerPageRoutes(
  deps: TokenPageDeps,
  page: 'offer' | 'contractorOffer',
): FastifyPluginAsync {
  const { db } = deps
  return (scope) =>
    addTokenPage(scope, deps, {
      path: tokenPaths[page],
      missing: page === 'offer' ? offerPage.missing : contractorPage.missing,
      async find(tokenHash, request) {
        const opens = await findByLink(db, linkOf[page], tokenHash)
        if (opens === undefined) return undefined
        if (page === 'offer') return findOffer(db, opens)
        const found = await findOffer(db, idIn(request, 'offerId'))
        const isTheirs = found?.offer.contractor.id === opens && found.access !== 'removed'
        return isTheirs ? found : undefined
      },
      async show(found, { path }, problem: OfferFormProblem | null) {
        return { kind: 'offer', offer: await toOfferView(db, found, path, problem) }
      },
      forms: tokenForms[page],
      async take(found, { end, typed }) {
        if (end === '') return {}
        const [form, read] = forms[end]
        const command = read(typed, found.offer.id, isUrgent(found.read.state))
        if (typeof command === 'string') {
          return { refused: { form, message: command, values: typed } }
        }
        const outcome = await applyTo(db, found.read.lead.id, command)
        if (!outcome) throw new AppError('not_found', offerPage.missing.text)
        // What was refused is as the page says.
        return {}
      },
      async sendPhoto(found, request, reply) {
        const isShown = found.access === 'accepted' || isOpenTo(found)
        if (!isShown) throw new AppError('not_found', offerPage.missing.text)
        const shown = [found.read, ...found.read.later].map(({ lead }) => lead.id)
        return sendPhoto(db, request, reply, shown, offerPage.missing.text)
      },
    })
}
