import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { additionErrors, ratingErrors, tokenProblems } from '#/content/request-page.ts'
import { ratingTextLimit, shownNameLimit } from '#/contracts/limits.ts'
import {
  addedKinds,
  type FormAnswer,
  type RequestView,
  requestButtons,
} from '#/contracts/referrals/requests.ts'
import { towns } from '#/contracts/site/towns.ts'
import { tokenPaths } from '#/contracts/token-routes.ts'
import {
  backTo,
  createTokenPages,
  type TokenPageDeps,
  textsOf,
  tokenPageConfig,
} from '../../http/token-pages.ts'
import { shareReads } from '../../runtime/share-reads.ts'
import { newRatingSchema } from '../ratings/new-rating.ts'
import { type Rated, rateRequest, withdrawRating } from '../ratings/rate-request.ts'
import { findByLink } from '../store/links.ts'
import { photoIdOf, sendPhoto } from '../store/read-additions.ts'
import { detailsRoutes } from './details-routes.ts'
import { removePhoto } from './photos.ts'
import { pressButton } from './press-button.ts'
import {
  backToRequest,
  missingRequest,
  problemsByField,
  type RequestFormDeps,
  requestPathOf,
  takeTexts,
} from './request-forms.ts'
import { readRequestView } from './request-view.ts'

/** As a form a character of a text may take nine bytes. */
const formLimit = 32 * 1024

/** What the query says was just added. */
function addedOf({ query }: FastifyRequest): RequestView['added'] {
  const { added } = query as { added?: unknown }
  return addedKinds.find((kind) => kind === added) ?? null
}

/** The town that the query names. */
function chosenTownOf({ query }: FastifyRequest): RequestView['chosenTown'] {
  const { town } = query as { town?: unknown }
  return towns.find((name) => name === town) ?? null
}

const ratingLimits = { ratingText: ratingTextLimit, shownName: shownNameLimit }

/** The words for a rating that cannot be taken any more, or not yet. */
const refusals: Partial<Record<Rated, string>> = ratingErrors.refused

/** The rating on the page of a request: giving it, changing it, and taking back that it is published. Problems are by field. */
function ratingPageRoutes(scope: FastifyInstance, { db, open, refuse }: RequestFormDeps): void {
  const config = tokenPageConfig

  scope.post(tokenPaths.requestRating, { config }, async (request, reply) => {
    const leadId = await open(request)
    const refuseWith = (problems: Record<string, string>) =>
      refuse(request, reply, leadId, {
        problems,
        typed: { ...textsOf(request.body), add: 'rating' },
      })
    const { data, error } = newRatingSchema.safeParse(request.body ?? {})
    if (!data) {
      return refuseWith(problemsByField(error, 'came', ratingErrors.fields, ratingLimits))
    }
    const rated = await rateRequest(db, leadId, data)
    if (rated === 'gone') throw missingRequest()
    const refusal = refusals[rated]
    if (refusal) return refuseWith({ add: refusal })
    return backToRequest(request, reply, 'rating')
  })

  scope.post(tokenPaths.requestRatingRemoval, { config }, async (request, reply) => {
    await withdrawRating(db, await open(request))
    return backToRequest(request, reply, 'rating-withdrawn')
  })
}

/** The page of a request, which its visitor opens by a link. */
export function requestRoutes(deps: TokenPageDeps): FastifyPluginAsync {
  const { db, sendTokenPage } = deps
  return async (scope) => {
    await scope.register(formbody, { bodyLimit: formLimit })
    const openPage = createTokenPages(scope, deps, tokenProblems.request.missing)
    // A page that is asked for again and again is read once for all who wait for it.
    const findLead = shareReads((tokenHash: string) => findByLink(db, 'leadId', tokenHash))
    const readView = shareReads((leadId: number) => readRequestView(db, leadId))

    async function send(
      request: FastifyRequest,
      reply: FastifyReply,
      leadId: number,
      answer: FormAnswer | null,
    ) {
      const view = await readView(leadId)
      if (!view) throw missingRequest()
      const added = answer ? null : addedOf(request)
      const ofAddress = { path: requestPathOf(request), chosenTown: chosenTownOf(request) }
      const shown = { ...view, ...ofAddress, added, answer }
      return sendTokenPage(request, reply, { kind: 'request', request: shown })
    }

    const page: RequestFormDeps = {
      db,
      open: (request) => openPage(request, findLead),
      refuse: (request, reply, leadId, answer) => send(request, reply.code(400), leadId, answer),
    }
    await detailsRoutes(scope, page)
    ratingPageRoutes(scope, page)

    scope.get(tokenPaths.request, { config: tokenPageConfig }, async (request, reply) =>
      send(request, reply, await page.open(request), null),
    )

    async function takeForm(request: FastifyRequest, reply: FastifyReply) {
      const leadId = await page.open(request)
      const typed = textsOf(request.body)
      const refuse = (problems: Record<string, string>) =>
        page.refuse(request, reply, leadId, { problems, typed })
      const button = requestButtons.find((each) => each === (typed.add ?? typed.answer))
      if (button) {
        const result = await pressButton(db, leadId, button)
        if (result === 'gone') throw missingRequest()
        if (result === 'done') return backToRequest(request, reply, button)
        if (result === 'as-it-was') return backTo(reply, requestPathOf(request))
        return refuse({ add: additionErrors[result] })
      }
      const { said, problems } = await takeTexts(db, leadId, typed)
      if (Object.keys(problems).length > 0) return refuse(problems)
      if (!said) return refuse({ town: additionErrors.fields.town.required })
      return backToRequest(request, reply, said)
    }
    for (const path of [tokenPaths.request, tokenPaths.requestAnswer]) {
      scope.post(path, { config: tokenPageConfig }, takeForm)
    }

    scope.get(tokenPaths.requestPhoto, { config: tokenPageConfig }, async (request, reply) =>
      sendPhoto(db, request, reply, [await page.open(request)], tokenProblems.request.missing.text),
    )

    scope.post(
      tokenPaths.requestPhotoRemoval,
      { config: tokenPageConfig },
      async (request, reply) => {
        await removePhoto(db, await page.open(request), photoIdOf(request))
        return backToRequest(request, reply, 'photo-removed')
      },
    )
  }
}
