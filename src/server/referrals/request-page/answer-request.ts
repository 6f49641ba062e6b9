import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { additionErrors } from '#/content/request-page.ts'
import { callStateOf, mayReopen, mostReopenings } from '#/contracts/referrals/offer-states.ts'
import { type RequestAnswer, requestAnswers } from '#/contracts/referrals/requests.ts'
import { tokenPaths } from '#/contracts/routes.ts'
import { leadHistory } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { acceptedOf, holdLead, readLead } from '../lead/held-lead.ts'
import { backTo, textsOf, tokenPageConfig } from '../lead/token-pages.ts'
import { isCallAwaited, missCall, noteSpoken } from '../offers/calls.ts'
import { readFirstOfSame } from '../offers/join-leads.ts'
import { reopenForHelp } from '../offers/outcome.ts'
import { rejectClaim, settleClaim } from '../offers/settle-claims.ts'
import {
  backToRequest,
  missingRequest,
  type RequestFormDeps,
  requestPathOf,
} from './request-forms.ts'

/**
 * The visitor says whether the call has come that their contractor promised. Returns `as-it-was` where
 * nobody waits for it any more, or its time is not over.
 */
async function answerCall(
  db: Database,
  leadId: number,
  answer: 'not-called' | 'spoken',
): Promise<'answered' | 'as-it-was' | 'gone'> {
  const own = await readLead(db, leadId)
  if (!own) return 'gone'
  // The page of a request that goes with another one shows the contractor of that.
  const { id } = (await readFirstOfSame(db, own)) ?? own
  return db.transaction(async (tx) => {
    const lead = await holdLead(tx, id)
    if (!lead) return 'gone'
    const offer = acceptedOf(lead)
    if (!offer || !isCallAwaited(lead, offer)) return 'as-it-was'
    if (callStateOf(offer, lead.now) === 'ahead') return 'as-it-was'
    if (answer === 'spoken') await noteSpoken(tx, lead, offer, { detail: 'the customer' })
    else await missCall(tx, lead, offer, 'not-called')
    return 'answered'
  })
}

/**
 * The visitor answers what their contractor told us: that it is settled, or that they still need help.
 * Returns `closed` where it is too late, or was said too often, and `gone` where it was erased
 * meanwhile. What was answered already changes nothing.
 */
async function answerRequest(
  db: Database,
  leadId: number,
  answer: RequestAnswer,
): Promise<'answered' | 'as-it-was' | 'closed' | 'gone'> {
  if (answer === 'not-called' || answer === 'spoken') return answerCall(db, leadId, answer)
  return db.transaction(async (tx) => {
    const lead = await holdLead(tx, leadId)
    if (!lead) return 'gone'
    if (answer === 'settled') {
      await settleClaim(tx, lead, 'the customer')
      return 'answered'
    }
    if (await rejectClaim(tx, lead, 'the customer')) return 'answered'
    // Sent twice, or from a page that is older than what has become of it.
    if (lead.outcome === 'open' || lead.outcome === 'matched') return 'answered'
    const said = and(eq(leadHistory.leadId, leadId), eq(leadHistory.kind, 'reopened'))
    const isTooOften = (await tx.$count(leadHistory, said)) >= mostReopenings
    if (lead.isQuarantined || isTooOften || !mayReopen(lead, lead.now)) return 'closed'
    await reopenForHelp(tx, lead)
    return 'answered'
  })
}

/** The forms with these answers. */
export function answerRoutes(scope: FastifyInstance, { db, open, refuse }: RequestFormDeps): void {
  scope.post(tokenPaths.requestAnswer, { config: tokenPageConfig }, async (request, reply) => {
    const leadId = await open(request)
    const typed = textsOf(request.body)
    const answer = requestAnswers.find((each) => each === typed.answer)
    const refuseWith = (add: string) =>
      refuse(request, reply, leadId, { problems: { add }, typed: { add: 'answer' } })
    if (!answer) return refuseWith(additionErrors.unreadable)
    const result = await answerRequest(db, leadId, answer)
    if (result === 'gone') throw missingRequest()
    if (result === 'closed') return refuseWith(additionErrors.closed)
    // What the page says is what is so.
    if (result === 'as-it-was') return backTo(reply, requestPathOf(request))
    return backToRequest(request, reply, answer)
  })
}
