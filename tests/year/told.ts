import type { DeliveryChannel } from '#/contracts/notifications/deliveries.ts'
import type { Event, EventKind } from '#/server/referrals/events.ts'
import {
  accepted,
  isWaiting,
  type Offer,
  openOffers,
  type State,
  stageOf,
} from '#/server/referrals/state.ts'
import type { Kept, World } from './world.ts'

const isMissed = (state: State) => stageOf(state) === 'matched' && accepted(state)?.missedAt != null

/** The news that are so for a while, and when. */
const isSo: Partial<Record<EventKind, (state: State) => boolean>> = {
  held: ({ isHeld }) => isHeld,
  ours: (state) => stageOf(state) === 'ours',
  overdue: (state) => isWaiting(stageOf(state)) && state.promisedSince !== null,
  'call-missed': isMissed,
  quiet: isMissed,
  cancelled: ({ end }) => end?.as === 'cancelled',
}

/** 4. The owner reads no news that is not so. */
export function newsProblem({ state, news }: Kept): string | undefined {
  const wrong = news.find(({ kind }) => isSo[kind]?.(state) === false)
  return wrong && `the owner reads “${wrong.kind}”, which is not so`
}

const onceForOffer = new Set<EventKind>([
  'accepted',
  'handed-back',
  'reported',
  'undelivered',
  'late-yes',
])

/** 4. The owner is told each thing once. Notes the news of an event. */
export function tellOwner(kept: Kept, event: Event, world: World): string | undefined {
  const { tells } = world.parts.meaningOf(event, kept.state)
  // It is theirs again: all may happen again.
  if (event.kind === 'reopened' || event.kind === 'wanted-again')
    kept.news = kept.news.filter(
      ({ kind, offerId }) => !onceForOffer.has(kind) || offerId !== event.offerId,
    )
  const offerId = 'offerId' in event ? event.offerId : null
  // Who has not read it, or is at another address, may be told again.
  const isAnother = event.kind === 'corrected' && event.field === 'email'
  if (event.kind === 'mail-came-back' || isAnother) {
    kept.unreached.add(offerId ?? 0)
    kept.said = kept.said.filter((each) => !each.startsWith(`${offerId ?? 'visitor'} `))
  }
  if (!tells) return undefined
  const { kind, at } = event
  const isOnce = kind in isSo || onceForOffer.has(kind)
  const known = kept.news.find((each) => each.kind === kind && each.offerId === offerId)
  const isOther = kind === 'ours' && known && known.at !== at && event.reason !== 'nobody-left'
  kept.news.push({ kind, offerId, at })
  return isOnce && known && !isOther ? `the owner is told “${kind}” twice` : undefined
}

/** True where the same contractor has it, or is asked, by another offer. */
const hasOther = ({ offers }: State, { id, contractor }: Offer) =>
  offers.some(
    (other) =>
      other.id !== id &&
      other.contractor.id === contractor.id &&
      (other.state === 'open' || other.state === 'accepted'),
  )

/** Why what a mail says to a contractor is not so. */
function notSoOfOffer(said: string, state: State, offer: Offer, world: World): string | undefined {
  const { bar } = world.contractor(offer.contractor.id)
  const isHolder = offer.state === 'accepted'
  const isNoMore = !isHolder && offer.state !== 'open' && !hasOther(state, offer)
  const isTrue: Record<string, boolean> = {
    asked: offer.state === 'open' && !bar && !state.isHeld && !state.end,
    yours: isHolder && bar !== 'removed',
    changed: isHolder && !state.end && offer.changed.length > 0,
    'call-late': isHolder && !state.end && offer.remindedAt !== null && offer.spokenAt === null,
    'how-is-it': isHolder && !state.end && offer.askedForNewsAt !== null,
    gone: isNoMore,
    'not-needed': isNoMore && offer.answeredAt === null,
  }
  return isTrue[said]
    ? undefined
    : `a contractor is told “${said}” while the offer is ${offer.state}`
}

/** Why what a mail says to the visitor is not so. */
function notSoOfVisitor(said: string, state: State): string | undefined {
  const stage = stageOf(state)
  const offer = accepted(state)
  const isOpen = isWaiting(stage)
  const isLooked = openOffers(state).length > 0 || state.isAutomatic
  const isTrue: Record<string, boolean> = {
    call: stage === 'matched' && offer?.spokenAt === null,
    'on-the-way': stage === 'matched' && offer?.onTheWayAt != null,
    done: stage === 'done',
    reported: Boolean(state.end?.isReported) && state.end?.as === 'lost',
    looking: isOpen && isLooked,
    waiting: isOpen && !isLooked,
    nobody: stage === 'ours',
    where: isOpen && state.lead.town === null && !state.lead.isOutside,
    outside: isOpen && state.lead.isOutside,
    how: stage === 'matched' || stage === 'done',
  }
  return isTrue[said] ? undefined : `the visitor is told “${said}” while it is ${stage}`
}

/** From then on all is said anew. */
const opens = new Set<EventKind>(['wanted-again', 'reopened', 'still-needs-help'])

/** What of the request a mail speaks of: the same words of the same are the same thing. */
function subjectOf({ state, events }: Kept, said: string, offer: Offer | undefined): string {
  const holder = accepted(state)
  if (!offer) {
    const of = {
      call: holder?.callAt,
      'on-the-way': holder?.onTheWayAt,
      done: state.end?.at,
      reported: state.end?.at,
    }[said]
    return `visitor ${said} ${events.filter(({ kind }) => opens.has(kind)).length} ${holder?.id ?? ''} ${of ?? ''}`
  }
  const of = {
    asked: offer.expiresAt,
    yours: offer.heldSince,
    gone: offer.endedAt,
    'call-late': offer.remindedAt,
    'how-is-it': offer.askedForNewsAt,
  }[said]
  return `${offer.id} ${said} ${of ?? ''}`
}

/** Words that may be said of the same again, where something else was said between. */
const mayComeAgain = /^visitor (looking|waiting|nobody|where|outside|call|how)/

/** 4. Nobody is told of what is not so, nor of the same twice. Notes what a mail says that leaves. */
export function tell(
  kept: Kept,
  { mail, said, offer }: { mail: DeliveryChannel; said: string; offer: Offer | undefined },
  world: World,
): string | undefined {
  const { state } = kept
  const wrong = offer ? notSoOfOffer(said, state, offer, world) : notSoOfVisitor(said, state)
  const subject = subjectOf(kept, said, offer)
  const last = kept.said.findLast((each) => each.startsWith(offer ? `${offer.id} ` : 'visitor '))
  const isAgain = mayComeAgain.test(subject) ? last === subject : kept.said.includes(subject)
  // What has changed may change again: then it was noted since.
  const isChange = said === 'changed' || (mail === 'offer' && offer?.mailedAt === null)
  kept.said.push(subject)
  return wrong ?? (isAgain && !isChange ? `“${said}” is told twice` : undefined)
}

/** 4. Who has to know knows: of each offer and of the visitor, once no mail waits for them. */
export function untold(kept: Kept, isWaitingFor: (offerId: number) => boolean): string | undefined {
  for (const offer of kept.state.offers) {
    const { id, told, state } = offer
    if (isWaitingFor(id) || kept.unreached.has(id)) continue
    const knows = told !== null && ['yours', 'changed', 'call-late', 'how-is-it'].includes(told)
    if (state === 'accepted' && !kept.state.end && !knows)
      return `offer ${id}: a contractor has it, and no mail says so`
    if (state === 'accepted' && !kept.state.end && offer.changed.length > 0)
      return `offer ${id}: a contractor was not told of ${offer.changed.map(({ change }) => change).join(', ')}`
    // By whichever of their offers they were told.
    const isLast = !kept.state.offers.some(
      (other) => other.id > id && other.contractor.id === offer.contractor.id,
    )
    const isTaken = isLast && (state === 'withdrawn' || state === 'taken')
    if (isTaken && told === 'asked')
      return `offer ${id}: a contractor still thinks that they are asked`
    if (isTaken && knows) return `offer ${id}: a contractor still thinks that it is theirs`
  }
  return undefined
}
