import formbody from '@fastify/formbody'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { additionErrors, tokenProblems } from '#/content/request-page.ts'
import { canBeRated, isClosed, mayWantAgain } from '#/contracts/referrals/offer-states.ts'
import {
  addedKinds,
  additionSchema,
  additionTextLimits,
  type FormAnswer,
  type RequestView,
} from '#/contracts/referrals/requests.ts'
import { tokenPaths } from '#/contracts/routes.ts'
import type { Database } from '#/server/db/database.ts'
import { shareReads } from '#/server/runtime/share-reads.ts'
import { readMatch, wasMatched } from '../offers/read-offers.ts'
import { ratingPageRoutes } from './rating-page-routes.ts'
import { readRating, toReview } from './read-ratings.ts'
import { createTokenPages, type TokenPageDeps, textsOf, tokenPageConfig } from '../lead/token-pages.ts'
import { addToRequest, readAdditions } from './additions.ts'
import { photoRoutes } from './photo-routes.ts'
import { findLeadByLink, type RequestedLead, readOutcome, toRequestView } from './read-request.ts'
import type { RecordByVisitor } from './record-by-visitor.ts'
import { backToRequest, missingRequest, problemsByField, requestPathOf } from './request-forms.ts'

/** What the page of a request needs. */
export type RequestDeps = TokenPageDeps & { recordByVisitor: RecordByVisitor }

/** As a form a character of a text may take nine bytes. */
const formLimit = 32 * 1024

/** What the query says was just added. */
function addedOf({ query }: FastifyRequest): RequestView['added'] {
  const { added } = query as { added?: unknown }
  return addedKinds.find((kind) => kind === added) ?? null
}

/** What has become of a request. */
async function readRequestState(db: Database, leadId: number) {
  const additions = await readAdditions(db, leadId)
  const { callAt, ...facts } = await readOutcome(db, leadId)
  const rating = await readRating(db, leadId)
  return {
    additions,
    match: await readMatch(db, leadId),
    wasMatched: await wasMatched(db, leadId),
    isClosed: isClosed(facts) && !mayWantAgain(facts, additions.withdrawnAt !== null),
    asksForRating: canBeRated(facts, callAt, Date.now()),
    rating,
  }
}

/** The page of a request, which its visitor opens by a link. */
export function requestRoutes(deps: RequestDeps): FastifyPluginAsync {
  const { db, sendTokenPage, recordByVisitor } = deps
  return async (scope) => {
    await scope.register(formbody, { bodyLimit: formLimit })
    const openPage = createTokenPages(scope, deps, tokenProblems.request.missing)
    // A page that is asked for again and again is read once for all who wait for it.
    const findLead = shareReads((tokenHash: string) => findLeadByLink(db, tokenHash))
    const readState = shareReads((leadId: number) => readRequestState(db, leadId))
    const open = (request: FastifyRequest) => openPage(request, findLead)

    async function send(
      request: FastifyRequest,
      reply: FastifyReply,
      lead: RequestedLead,
      answer: FormAnswer | null,
    ) {
      const state = await readState(lead.id)
      const { rating } = state
      const view = {
        ...toRequestView(lead, requestPathOf(request)),
        ...state,
        review: rating?.mayPublish ? toReview(rating, lead.service) : null,
        added: answer ? null : addedOf(request),
        answer,
      }
      return sendTokenPage(request, reply, { kind: 'request', request: view })
    }

    await photoRoutes(scope, {
      db,
      recordByVisitor,
      open,
      refuse: (request, reply, lead, problems) =>
        send(request, reply.code(400), lead, {
          problems: { photos: problems.join(' ') },
          typed: { add: 'photos' },
        }),
    })

    ratingPageRoutes(scope, {
      db,
      recordByVisitor,
      open,
      refuse: (request, reply, lead, problems) =>
        send(request, reply.code(400), lead, {
          problems,
          typed: { ...textsOf(request.body), add: 'rating' },
        }),
    })

    scope.get(tokenPaths.request, { config: tokenPageConfig }, async (request, reply) =>
      send(request, reply, await open(request), null),
    )

    scope.post(tokenPaths.request, { config: tokenPageConfig }, async (request, reply) => {
      const lead = await open(request)
      const typed = textsOf(request.body)
      const refuse = (problems: Record<string, string>) =>
        send(request, reply.code(400), lead, { problems, typed })
      const { data: addition, error } = additionSchema.safeParse(typed)
      if (!addition) {
        const texts = additionErrors.fields
        return refuse(problemsByField(error, { whole: 'add', texts, limits: additionTextLimits }))
      }
      const outcome = await addToRequest(db, lead.id, addition, recordByVisitor)
      if (outcome === 'gone') throw missingRequest()
      if (outcome === 'closed') return refuse({ add: additionErrors.closed })
      if (outcome === 'full') return refuse({ [fieldOf[addition.add]]: additionErrors.full })
      return backToRequest(request, reply, addition.add)
    })
  }
}

/** The field beside which it is said that a request has as much as it may. */
const fieldOf = {
  place: 'town',
  'call-time': 'callTime',
  word: 'word',
  withdrawn: 'add',
  'wanted-again': 'add',
} as const
