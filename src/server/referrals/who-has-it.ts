import { reopenDays } from '#/contracts/referrals/offer-states.ts'
import { type Draft, happen, type Refusal, refuse } from './draft.ts'
import type { Happened } from './events.ts'
import { giveToOwner } from './settle.ts'
import {
  accepted,
  type Contractor,
  dayMs,
  type Instant,
  mostReopenings,
  type Offer,
  type State,
} from './state.ts'
import { joinTo } from './two-requests.ts'

/** A contractor has it from now on. */
export function take(draft: Draft, offerId: number, callAt: Instant, isAgreed: boolean): undefined {
  takeFromReporter(draft)
  happen(draft, { kind: 'accepted', offerId, callAt, isAgreed })
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

/** A request is over: those that go with it go on alone, and the one with which it went lets it go. */
export function endWith(
  draft: Draft,
  happened: Happened & { kind: 'done' | 'lost' | 'cancelled' },
): undefined {
  const { joinedTo, lead } = draft.state
  happen(draft, happened)
  if (joinedTo !== null) {
    const letGo = { do: 'let-go', later: lead.id, by: null } as const
    draft.others.push({ to: joinedTo, command: letGo })
  }
  const isDone = happened.kind === 'done'
  draft.others.push({ to: 'later', command: { do: 'go-on-alone', isDone } })
}

/** The offer of the contractor who had it when it ended, and may have it again. */
export const lastHolder = ({ offers, end }: State): Offer | undefined =>
  offers.findLast(
    ({ state, endedAt, contractor }) =>
      (state === 'accepted' || (state === 'ended' && end?.at === endedAt)) &&
      contractor.bar !== 'removed',
  )

/** True for a request that is over, and whose visitor can still say that they need help. */
export const mayReopen = ({ end, isHeld, reopenings }: State, now: Instant): boolean =>
  end !== null &&
  end.as !== 'cancelled' &&
  !isHeld &&
  reopenings < mostReopenings &&
  now < end.at + reopenDays * dayMs

/** No mail can ask its visitor whether nothing came of it, as its contractor reported: it is the owner's. */
export function giveReported(draft: Draft): undefined {
  happen(draft, { kind: 'reopened', offerId: null, keepsCall: false })
  giveToOwner(draft, 'reported', true)
}

/** Reopens a request that has no contractor, or whose contractor was removed: it joins an earlier request, or goes to the owner. */
export function reopen(draft: Draft, earlier?: number | null): undefined {
  const { isHeld } = draft.state
  const removed = accepted(draft.state)
  if (removed)
    happen(draft, { kind: 'withdrawn', offerId: removed.id, why: 'removed', hadIt: true }, 'server')
  if (isHeld) return
  if (earlier && !draft.state.isParted) joinTo(draft, earlier)
  else giveToOwner(draft, 'reopened', true)
}
