import multipart from '@fastify/multipart'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { additionErrors, ratingErrors, tokenProblems } from '#/content/request-page.ts'
import { ratingTextLimit, shownNameLimit } from '#/contracts/limits.ts'
import {
  addedKinds,
  type FormAnswer,
  type RequestButton,
  type RequestView,
  requestButtons,
} from '#/contracts/referrals/requests.ts'
import { tokenForms, tokenPaths } from '#/contracts/token-routes.ts'
import type { Database } from '../../db/database.ts'
import { addTokenPage, idIn, type TokenPageDeps } from '../../http/token-pages.ts'
import type { Command } from '../commands.ts'
import { newRatingSchema, rateRequest, unpublish } from '../ratings/rate-request.ts'
import { isRefusal } from '../run.ts'
import { apply, missingRequest } from '../store/apply.ts'
import { findByLink } from '../store/links.ts'
import { sendPhoto } from '../store/read-additions.ts'
import { readRequest } from '../store/read-request.ts'
import { addDetails, isFull, problemsByField, removePhoto } from './add-details.ts'
import { createTakeDetails } from './details-form.ts'
import { readEarlierOfSame, readRequestView } from './request-view.ts'

/** What the query says was just added. */
function addedOf({ query }: FastifyRequest): RequestView['added'] {
  const { added } = query as { added?: unknown }
  return addedKinds.find((kind) => kind === added) ?? null
}

const ratingLimits = { ratingText: ratingTextLimit, shownName: shownNameLimit }

/** Takes the form that says how it went. Problems are by field. */
async function takeRating(db: Database, leadId: number, typed: Record<string, string>) {
  const refuse = (problems: Record<string, string>) => {
    return { refused: { problems, typed: { ...typed, add: 'rating' } } }
  }
  const { data, error } = newRatingSchema.safeParse(typed)
  if (!data) return refuse(problemsByField(error, 'came', ratingErrors.fields, ratingLimits))
  const refusal = await rateRequest(db, leadId, data)
  return refusal ? refuse({ add: refusal }) : { added: 'rating' }
}

const commandOf: Record<Exclude<RequestButton, 'rating-withdrawn'>, Command> = {
  withdrawn: { do: 'cancel' },
  'wanted-again': { do: 'want-again' },
  'cannot-wait': { do: 'say-urgency', cannotWait: true },
  'can-wait': { do: 'say-urgency', cannotWait: false },
  settled: { do: 'settled' },
  'still-needed': { do: 'still-need-help' },
  'not-called': { do: 'not-called' },
  spoken: { do: 'called' },
}

/** A visitor can always say that they need it no longer, but not back and forth for ever. */
const counted: readonly RequestButton[] = ['wanted-again', 'cannot-wait', 'can-wait']

/** Does what the visitor says with one button. Returns why not, in words; throws where the request is gone. */
async function pressButton(
  db: Database,
  leadId: number,
  button: RequestButton,
): Promise<{ refused: string } | { added?: RequestButton }> {
  return db.transaction(async (tx) => {
    const own = await readRequest(tx, leadId)
    if (!own) throw missingRequest()
    if (counted.includes(button) && isFull(own)) return { refused: additionErrors.full }
    if (button === 'rating-withdrawn') {
      await unpublish(tx, leadId)
      return { added: button }
    }
    // The page of a request that goes with another one shows the contractor of that.
    const isOfCall = button === 'not-called' || button === 'spoken'
    const { lead } = (isOfCall && (await readEarlierOfSame(tx, own))) || own
    const outcome = await apply(tx, lead.id, commandOf[button])
    if (!outcome) throw missingRequest()
    if (!isRefusal(outcome)) return { added: button }
    const { refused } = outcome
    if (refused === 'closed' || refused === 'not-theirs')
      return { refused: additionErrors[refused] }
    // What the page says of the call is what is so.
    return isOfCall ? {} : { added: button }
  })
}

/** Takes a form of the page itself: a button, or a text. */
async function takeForm(db: Database, leadId: number, typed: Record<string, string>) {
  const refuse = (problems: Record<string, string>) => ({ refused: { problems, typed } })
  const button = requestButtons.find((each) => each === typed.add)
  if (button) {
    const pressed = await pressButton(db, leadId, button)
    return 'refused' in pressed ? refuse({ add: pressed.refused }) : pressed
  }
  const { said, problems } = await addDetails(db, leadId, typed)
  if (Object.keys(problems).length > 0) return refuse(problems)
  return said ? { added: said } : refuse({ town: additionErrors.fields.town.required })
}

/** The page of a request, which its visitor opens by a link. */
export function requestRoutes(deps: TokenPageDeps): FastifyPluginAsync {
  const { db } = deps
  const { missing } = tokenProblems.request
  const takeDetails = createTakeDetails(db)
  return async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false })
    await addTokenPage(scope, deps, {
      path: tokenPaths.request,
      missing,
      find: (tokenHash) => findByLink(db, 'leadId', tokenHash),
      async show(leadId, { path, request }, answer: FormAnswer | null) {
        const view = await readRequestView(db, leadId)
        if (!view) throw missingRequest()
        const added = answer ? null : addedOf(request)
        return { kind: 'request', request: { ...view, path, added, answer } }
      },
      forms: tokenForms.request,
      async take(leadId, { end, typed, request }) {
        if (end === '/photos') return takeDetails(leadId, request)
        if (end === '/rating') return takeRating(db, leadId, typed)
        if (end === '') return takeForm(db, leadId, typed)
        if (end === '/answer') return takeForm(db, leadId, { add: typed.answer ?? '' })
        if (end === '/rating/removal') return takeForm(db, leadId, { add: 'rating-withdrawn' })
        await removePhoto(db, leadId, idIn(request, 'photoId'))
        return { added: 'photo-removed' }
      },
      sendPhoto: (leadId, request, reply) => sendPhoto(db, request, reply, [leadId], missing.text),
    })
  }
}
