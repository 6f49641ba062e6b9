import type { FastifyInstance } from 'fastify'
import { additionErrors } from '#/content/request-page.ts'
import { type RequestAnswer, requestAnswers } from '#/contracts/referrals/requests.ts'
import { tokenPaths } from '#/contracts/routes.ts'
import type { Database } from '../../db/database.ts'
import { backTo, textsOf, tokenPageConfig } from '../../http/token-pages.ts'
import type { Command } from '../commands.ts'
import { isRefusal } from '../run.ts'
import { applyTo } from '../store/apply.ts'
import { readRequest } from '../store/read-request.ts'
import { readEarlierOfSame } from './match-view.ts'
import {
  backToRequest,
  missingRequest,
  type RequestFormDeps,
  requestPathOf,
} from './request-forms.ts'

const commandOf: Record<RequestAnswer, Command> = {
  settled: { do: 'settled' },
  'still-needed': { do: 'still-need-help' },
  'not-called': { do: 'not-called' },
  spoken: { do: 'called' },
}

/**
 * The visitor answers what their contractor told us, or says whether the call has come. Returns `closed`
 * where it is too late, or was said too often, and `as-it-was` where there is nothing to answer any more.
 */
async function answerRequest(
  db: Database,
  leadId: number,
  answer: RequestAnswer,
): Promise<'answered' | 'as-it-was' | 'closed' | 'gone'> {
  const own = await readRequest(db, leadId)
  if (!own) return 'gone'
  // The page of a request that goes with another one shows the contractor of that.
  const isOfCall = answer === 'not-called' || answer === 'spoken'
  const { lead } = (isOfCall && (await readEarlierOfSame(db, own))) || own
  const outcome = await applyTo(db, lead.id, commandOf[answer])
  if (!outcome) return 'gone'
  if (!isRefusal(outcome)) return 'answered'
  if (outcome.refused === 'closed') return 'closed'
  return isOfCall ? 'as-it-was' : 'answered'
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
