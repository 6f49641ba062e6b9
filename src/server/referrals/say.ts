import type { ToldContractor } from '#/contracts/referrals/request-facts.ts'
import type { Offer, State } from './state.ts'
import { accepted, openOffers, stageOf } from './state.ts'

/** What a mail says as things stand when it leaves, or why it does not leave any more. */
export type Said<What> = { said: What } | { cancelled: string }

const cancelled = (why: string) => ({ cancelled: why })

/** What there is to say to a contractor who is asked. */
export function sayOffer({ isHeld }: State, { state, contractor }: Offer): Said<'asked'> {
  if (contractor.bar === 'lapsed') {
    return cancelled('The license or the insurance of the contractor has lapsed.')
  }
  const isOpen = state === 'open' && !isHeld && contractor.bar === undefined
  return isOpen ? { said: 'asked' } : cancelled('The offer ended before the mail left.')
}

const toldOfJob: readonly (ToldContractor | null)[] = ['yours', 'changed', 'call-late', 'how-is-it']

/** What there is to say to the contractor who has it. */
function sayToHolder(offer: Offer): Said<ToldContractor> {
  const { told, toldAt, remindedAt, spokenAt, askedForNewsAt, changed } = offer
  if (!toldOfJob.includes(told)) return { said: 'yours' }
  const isNews = (at: number | null) => at !== null && at > (toldAt ?? 0)
  if (isNews(remindedAt) && spokenAt === null) return { said: 'call-late' }
  if (changed.length > 0) return { said: 'changed' }
  if (isNews(askedForNewsAt)) return { said: 'how-is-it' }
  return cancelled('The contractor had been told before the mail left.')
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
export function sayJob(state: State, offer: Offer): Said<ToldContractor> {
  if (offer.state === 'accepted') {
    if (state.isHeld) return cancelled('The request was held as spam when the mail left.')
    if (state.end) return cancelled('The request was over when the mail left.')
    if (offer.contractor.bar !== 'removed') return sayToHolder(offer)
    return toldOfJob.includes(toldLast(state, offer))
      ? { said: 'gone' }
      : cancelled('The contractor was taken off the list before the mail left.')
  }
  if (isAnotherOf(state, offer)) {
    return cancelled('The contractor had another offer of it when the mail left.')
  }
  const told = toldLast(state, offer)
  if (offer.answeredAt !== null && offer.state !== 'declined') {
    // Who said yes themselves knows, whatever mail has left.
    return told === 'asked' || toldOfJob.includes(told)
      ? { said: 'gone' }
      : cancelled('The contractor did not know of it when the mail left.')
  }
  const isUnanswered = offer.state === 'taken' || offer.state === 'withdrawn'
  if (isUnanswered && told === 'asked') return { said: 'not-needed' }
  return cancelled('The contractor had nothing to answer when the mail left.')
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

/** What there is to say to the visitor. `key` is another one as soon as there is more to say. */
export function sayUpdate(state: State): Said<VisitorWords> & { key?: string } {
  const words = wordsFor(state)
  if (!words || !state.lead.hasEmail)
    return cancelled('There was nothing to say any more when the mail left.')
  const offer = accepted(state)
  const key = offer ? `${words} ${offer.id} ${words === 'call' ? offer.callAt : ''}` : words
  if (key === state.told)
    return cancelled('The customer had been told the same before the mail left.')
  return { said: words, key }
}

/** True where its visitor is still to be asked how it went. */
export function sayFollowUp(state: State): Said<'how'> {
  const stage = stageOf(state)
  if (stage !== 'matched' && stage !== 'done') {
    return cancelled('The request was not matched or done any more when the mail left.')
  }
  if (state.isRated) return cancelled('The customer had said how it went before the mail left.')
  return { said: 'how' }
}
