import type { ToldContractor } from '#/contracts/referrals/request-facts.ts'
import { accepted, type Offer, openOffers, type State, stageOf } from './state.ts'

/** The result of a mail that has nothing to say as things stand when it is to leave. */
export const notSo = {
  cancelled: 'No longer needed: things changed, or the person already knew.',
}

/** What there is to say to a contractor who is asked, if there is. */
export const sayOffer = ({ isHeld }: State, { state, contractor }: Offer): 'asked' | undefined =>
  state === 'open' && !isHeld && contractor.bar === undefined ? 'asked' : undefined

const toldOfJob: readonly (ToldContractor | null)[] = ['yours', 'changed', 'call-late', 'how-is-it']

/** What there is to say to the contractor who has it. */
function sayToHolder(offer: Offer): ToldContractor | undefined {
  const { told, toldAt, remindedAt, spokenAt, askedForNewsAt, changed } = offer
  if (!toldOfJob.includes(told)) return 'yours'
  const isNews = (at: number | null) => at !== null && at > (toldAt ?? 0)
  if (isNews(remindedAt) && spokenAt === null) return 'call-late'
  if (changed.length > 0) return 'changed'
  return isNews(askedForNewsAt) ? 'how-is-it' : undefined
}

/** What the contractor of an offer was told last of this request, by whichever of their offers. */
const toldLast = ({ offers }: State, { contractor }: Offer): ToldContractor | null =>
  offers
    .filter((other) => other.contractor.id === contractor.id)
    .reduce((last, other) => ((other.toldAt ?? 0) > (last.toldAt ?? 0) ? other : last)).told

/** True where the same contractor has it, or is asked, by another offer. */
const isAnotherOf = ({ offers }: State, { id, contractor }: Offer) =>
  offers.some(
    (other) =>
      other.id !== id &&
      other.contractor.id === contractor.id &&
      (other.state === 'open' || other.state === 'accepted'),
  )

/** What there is to say to a contractor of the job that they have, had, or were asked to take. */
export function sayJob(state: State, offer: Offer): ToldContractor | undefined {
  const told = toldLast(state, offer)
  const isTheirs = toldOfJob.includes(told)
  if (offer.state === 'accepted') {
    if (state.isHeld || state.end) return undefined
    if (offer.contractor.bar !== 'removed') return sayToHolder(offer)
    return isTheirs ? 'gone' : undefined
  }
  if (isAnotherOf(state, offer)) return undefined
  // Who said yes themselves knows, whatever mail has left.
  if (offer.answeredAt !== null && offer.state !== 'declined')
    return told === 'asked' || isTheirs ? 'gone' : undefined
  const isUnanswered = offer.state === 'taken' || offer.state === 'withdrawn'
  return isUnanswered && told === 'asked' ? 'not-needed' : undefined
}

/** How a request stands, as its visitor is told. `call`: who calls, and when. */
export type VisitorWords =
  | ('call' | 'on-the-way' | 'done' | 'reported' | 'looking' | 'waiting' | 'nobody')
  | ('where' | 'outside')

/** True for a request that a contractor had and has no longer, whom its visitor may still expect. */
export const wasMatched = ({ offers }: State): boolean =>
  offers.some(
    ({ state, answeredAt }) =>
      answeredAt !== null && (state === 'handed-back' || state === 'withdrawn'),
  )

/** True for a request for which nobody is left to ask. False if the owner made the last offer by hand: others may still be asked. */
export const hasNobodyLeft = (state: State): boolean =>
  stageOf(state) === 'ours' &&
  state.ours?.reason === 'nobody-left' &&
  state.offers.at(-1)?.by == null

function wordsFor(state: State): VisitorWords | undefined {
  const stage = stageOf(state)
  const offer = accepted(state)
  if (stage === 'done') return offer && 'done'
  if (stage === 'lost') return state.end?.isReported ? 'reported' : undefined
  if (stage === 'matched' && offer) {
    if (offer.onTheWayAt !== null) return 'on-the-way'
    // Who has spoken with their contractor knows more than we do.
    return offer.spokenAt === null ? 'call' : undefined
  }
  if (stage !== 'new' && stage !== 'asked' && stage !== 'ours') return undefined
  if (state.lead.isOutside) return 'outside'
  if (state.placeAskedAt !== null && state.lead.town === null) return 'where'
  if (wasMatched(state))
    return openOffers(state).length > 0 || state.isAutomatic ? 'looking' : 'waiting'
  return hasNobodyLeft(state) ? 'nobody' : undefined
}

/** What there is to say to the visitor, if there is. `key` is another one as soon as there is more to say. */
export function sayUpdate(state: State): { said: VisitorWords; key: string } | undefined {
  const said = wordsFor(state)
  const offer = accepted(state)
  if (!said || !state.lead.hasEmail) return undefined
  const key = offer ? `${said} ${offer.id} ${said === 'call' ? offer.callAt : ''}` : said
  return key === state.told ? undefined : { said, key }
}

/** True where its visitor is still to be asked how it went. */
export const sayFollowUp = (state: State): boolean =>
  (stageOf(state) === 'matched' || stageOf(state) === 'done') && !state.isRated
