import type { OfferState } from '#/contracts/referrals/offer-states.ts'
import type { Command } from './commands.ts'
import type { By, Event, Happened } from './events.ts'
import { evolve } from './evolve.ts'
import type { Instant, Rules, State } from './state.ts'

/** Why something cannot be done. `company` has it, or is the one that is meant; `other` is a request. */
export type Refusal = { refused: RefusalCode; company?: string; other?: number }

export type RefusalCode =
  | OfferState
  | ('no-such-offer' | 'removed' | 'lapsed' | 'held' | 'matched' | 'over' | 'joined' | 'not-joined')
  | ('itself' | 'asked-already' | 'has-contractor' | 'no-contractor' | 'answered' | 'not-snoozed')
  | ('urgent' | 'promise-due' | 'closed' | 'not-theirs' | 'early' | 'as-it-was')

/** What a decision asks of another request: of one by its number, or of all that go with this one. */
type ToOther = { to: number | 'later'; command: Command }

/** What becomes of a request. `ask`: this many contractors are to be asked, whom the ranking chooses. */
export type Decision = { state: State; events: Event[]; ask: number; others: ToOther[] }

/** A decision that is being made. `earlier`: the open request of the same person with which it may go. */
export type Draft = Decision & { now: Instant; rules: Rules; by: By; earlier: number | null }

export const refuse = (refused: RefusalCode, more: Omit<Refusal, 'refused'> = {}): Refusal => ({
  refused,
  ...more,
})

/** Something happened: the state follows. */
export function happen(draft: Draft, happened: Happened, by: By = draft.by): undefined {
  const event: Event = { ...happened, at: draft.now, by }
  draft.events.push(event)
  draft.state = evolve(draft.state, event)
}
