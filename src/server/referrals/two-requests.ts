import type { Place } from '#/contracts/site/towns.ts'
import { type Draft, happen } from './draft.ts'
import { changedBy } from './evolve.ts'
import { dayMs, isUrgent, type Lead, type State } from './state.ts'

export function joinTo(draft: Draft, earlier: number): undefined {
  happen(draft, { kind: 'joined', earlier })
  const { state: later, by } = draft
  draft.others.push({ to: earlier, command: { do: 'take-along', later, by } })
}

/** It goes with an earlier open request of the same person. False where there is none. */
export function joinsEarlier(draft: Draft): boolean {
  const { state, earlier } = draft
  if (earlier === null || state.isParted) return false
  joinTo(draft, earlier)
  return true
}

/** It goes with the earlier one no longer, whose contractor is told. */
export function partFromEarlier(draft: Draft, isByOwner: boolean): undefined {
  const { joinedTo, lead } = draft.state
  if (joinedTo === null) return
  happen(draft, { kind: 'parted', earlier: joinedTo, isByOwner })
  draft.others.push({ to: joinedTo, command: { do: 'let-go', later: lead.id, by: draft.by } })
}

const isKnown = ({ town, isOutside }: Place) => town !== null || isOutside

/** Both places are known, and no contractor of the one may work in the other. */
export const areApart = (one: Place, other: Place) =>
  isKnown(one) && isKnown(other) && (one.town !== other.town || one.isOutside !== other.isOutside)

/** What is known of a later request counts for both; where they are apart, it goes on alone. */
export function hearOf(draft: Draft, later: State): undefined {
  const { lead } = draft.state
  const { id, town, isOutside } = later.lead
  const urgencyBy = later.urgencyBy ?? 'visitor'
  if (isUrgent(later) && !isUrgent(draft.state))
    happen(draft, { kind: 'urgency-said', cannotWait: true, urgencyBy })
  if (!isKnown(lead) && isKnown(later.lead))
    happen(draft, { kind: 'place-said', place: { town, isOutside }, said: null })
  else if (areApart(lead, later.lead))
    draft.others.push({ to: id, command: { do: 'compare-place', place: lead } })
}

/** What has changed of it counts for the one with which it goes, too, whose contractor is told. */
export function tellEarlier({ state, events, others }: Draft, before: State): undefined {
  const { joinedTo } = state
  if (joinedTo === null || before.joinedTo !== joinedTo) return
  const changed = [...new Set(events.flatMap((event) => changedBy(event) ?? []))]
  if (changed.length === 0) return
  others.unshift({ to: joinedTo, command: { do: 'hear-of-later', later: state, changed } })
}

/** For N days a later request of the same person goes with an earlier one. */
const joinDays = 30

/** True for an open request with which a later one of the same person goes. */
export function takesAlong(earlier: State, later: Lead): boolean {
  const { lead, isHeld, end, joinedTo } = earlier
  const isInTime = later.createdAt <= lead.createdAt + joinDays * dayMs
  return !isHeld && !end && joinedTo === null && isInTime && !areApart(lead, later)
}
