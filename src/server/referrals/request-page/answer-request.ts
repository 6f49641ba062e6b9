import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { additionErrors } from '#/content/request-page.ts'
import { mayReopen, mostReopenings } from '#/contracts/referrals/offer-states.ts'
import { type RequestAnswer, requestAnswers } from '#/contracts/referrals/requests.ts'
import { tokenPaths } from '#/contracts/routes.ts'
import { leadHistory } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { holdLead } from '../lead/held-lead.ts'
import { textsOf, tokenPageConfig } from '../lead/token-pages.ts'
import { reopenForHelp } from '../offers/outcome.ts'
import { rejectClaim, settleClaim } from '../offers/settle-claims.ts'
import { backToRequest, missingRequest, type RequestFormDeps } from './request-forms.ts'

/**
 * The visitor answers what their contractor told us: that it is settled, or that they still need help.
 * Returns `closed` where it is too late, or was said too often, and `gone` where it was erased
 * meanwhile. What was answered already changes nothing.
 */
export async function answerRequest(
  db: Database,
  leadId: number,
  answer: RequestAnswer,
): Promise<'answered' | 'closed' | 'gone'> {
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

/** The form with both answers. */
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
    return backToRequest(request, reply, answer)
  })
}
