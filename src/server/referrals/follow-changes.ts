import type { Stage } from '#/contracts/leads/lead-stage.ts'
import type { Later } from './commands.ts'
import { type Draft, happen } from './draft.ts'
import {
  askNext,
  begin,
  goOn,
  handToOwner,
  hasten,
  setUrgency,
  withdrawMisfits,
} from './find-contractor.ts'
import { isUrgent, isWaiting, stageOf } from './state.ts'
import { areApart, isKnown, tellEarlier } from './two-requests.ts'

/** Where the work is, is known now or has changed. */
export function followPlace(draft: Draft): undefined {
  const { town, isOutside } = draft.state.lead
  tellEarlier(draft)
  draft.others.push({ to: 'later', command: { do: 'compare-place', place: { town, isOutside } } })
  const stage = stageOf(draft.state)
  if (!isWaiting(stage)) return
  withdrawMisfits(draft)
  const { ours } = draft.state
  const waited = ours?.reason === 'unknown-place' || ours?.reason === 'outside'
  if (isOutside && ours?.reason === 'unknown-place') handToOwner(draft, 'outside')
  else if (town !== null && (waited || ours?.reason === 'nobody-left')) begin(draft)
  else goOnFrom(stage, draft)
}

/** The next are asked; where the owner does it by hand, they are told once nobody is asked any more. */
const goOnFrom = (stage: Stage, draft: Draft) => (stage === 'asked' ? goOn(draft) : askNext(draft))

/** The service is another one now. */
export function followService(draft: Draft, wasUrgent: boolean): undefined {
  const stage = stageOf(draft.state)
  if (isWaiting(stage)) withdrawMisfits(draft)
  if (isUrgent(draft.state) && !wasUrgent) hasten(draft)
  if (!isWaiting(stage)) return
  if (draft.state.ours?.reason === 'nobody-left') begin(draft)
  else goOnFrom(stage, draft)
}

/** What is known of a later request counts for both; where they are apart, it goes on alone. */
export function hearOf(draft: Draft, later: Later): undefined {
  const { lead } = draft.state
  if (draft.state.end) return
  if (later.isUrgent && !isUrgent(draft.state)) setUrgency(draft, true, later.urgencyBy)
  const { town, isOutside } = later
  if (!isKnown(lead) && isKnown(later)) {
    happen(draft, { kind: 'place-said', place: { town, isOutside }, said: null })
    followPlace(draft)
  } else if (areApart(lead, later)) {
    const place = { town: lead.town, isOutside: lead.isOutside }
    draft.others.push({ to: later.id, command: { do: 'compare-place', place } })
  }
}
