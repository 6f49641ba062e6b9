import { type Draft, happen, type Refusal, refuse } from './draft.ts'
import { accepted, type Contractor, type Instant, openOffers, type State } from './state.ts'

/** A contractor has it from now on, and all others who were asked have not. */
export function take(draft: Draft, offerId: number, callAt: Instant, isAgreed: boolean): undefined {
  takeFromReporter(draft)
  happen(draft, { kind: 'accepted', offerId, callAt, isAgreed })
  for (const { id } of openOffers(draft.state)) happen(draft, { kind: 'taken', offerId: id })
}

/** Another contractor is asked: whose it was, and who reported that nothing came of it, has it no longer. */
export function takeFromReporter(draft: Draft): undefined {
  for (const { id: offerId } of draft.state.offers.filter(({ state }) => state === 'ended')) {
    happen(draft, { kind: 'withdrawn', offerId, why: 'owner', hadIt: true })
  }
}

/** Why it cannot be given to anybody, nor go with another one. */
export function whyNotFree(state: State): Refusal | undefined {
  const holder = accepted(state)
  if (state.isHeld) return refuse('held')
  if (state.end) return refuse('over')
  if (holder) return refuse('matched', { company: holder.contractor.companyName })
  return state.joinedTo === null ? undefined : refuse('joined', { other: state.joinedTo })
}

/** Why it cannot be offered to a contractor by hand, or given to them. */
export const whyNotOfferable = (state: State, { companyName: company, bar }: Contractor) =>
  whyNotFree(state) ?? (bar && refuse(bar, { company }))
