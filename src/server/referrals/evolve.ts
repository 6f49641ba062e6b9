import {
  type Change,
  correctedFields,
  type End,
  type ToldContractor,
} from '#/contracts/referrals/request-facts.ts'
import type { Event, EventKind, EventOf } from './events.ts'
import { accepted, type Instant, isWaiting, type Offer, type State, stageOf } from './state.ts'

/** Of a call that is promised anew nothing has happened yet. */
const promisedAnew = { remindedAt: null, missedAt: null, spokenAt: null, onTheWayAt: null } as const

/** A call that is promised is watched anew. */
const noNews = { newsAt: null, askedForNewsAt: null } as const

/** What of a request is another from then on. */
type Patch = Partial<State>

const withOffer = ({ offers }: State, offerId: number | null, more: Partial<Offer>): Patch => ({
  offers: offers.map((offer) => (offer.id === offerId ? { ...offer, ...more } : offer)),
})

/** They have spoken, or meet: nobody waits for the call any more. */
function spoke(
  state: State,
  { offerId, at }: { offerId: number | null; at: Instant },
  more: Partial<Offer> = {},
): Patch {
  const { lead, offers } = state
  // When they spoke first stays, whatever else is heard of the job.
  const spokenAt = offers.find(({ id }) => id === offerId)?.spokenAt ?? at
  const news = { ...promisedAnew, spokenAt, newsAt: at, askedForNewsAt: null, ...more }
  return {
    lead: { ...lead, isContacted: true, firstContactedAt: lead.firstContactedAt ?? at },
    ...withOffer(state, offerId, news),
  }
}

const nobodyIsAsked = { isAutomatic: false, retryAt: null, ours: null } as const

/** Its visitor waits for an answer from then on. */
const waits = (at: Instant) => ({ promisedSince: at, isOverdue: false })

/** What a visitor does is looked at, whatever was put off. */
const endsSnooze: ReadonlySet<EventKind> = new Set<EventKind>([
  ...(['place-said', 'urgency-said', 'call-time-said', 'word-added', 'photo-added'] as const),
  ...(['took-along', 'overdue', 'call-missed', 'quiet'] as const),
])

/** A new offer, or what was agreed by phone with who was not asked before. */
function newOffer(event: EventOf<'offered'>): Offer {
  const { offerId: id, contractor, expiresAt, at, by, isAgreed } = event
  return {
    id,
    contractor,
    expiresAt,
    state: 'open',
    by: by === 'server' ? null : by,
    offeredAt: at,
    mailedAt: null,
    answeredAt: isAgreed ? at : null,
    declineReason: null,
    handBackReason: null,
    endedAt: null,
    heldSince: null,
    saidYesLate: false,
    callAt: null,
    callMoves: 0,
    ...promisedAnew,
    ...noNews,
    changed: [],
    told: null,
    toldAt: null,
    jobValueCents: null,
  }
}

const reopened = { end: null, told: null } as const

/** The contractor's again: what has passed of the call is no promise. */
function givenBack(state: State, { offerId, keepsCall, at }: EventOf<'wanted-again' | 'reopened'>) {
  const offer = state.offers.find(({ id }) => id === offerId)
  if (!offer) return { ...reopened, ...waits(at) }
  const callAt = offer.callAt !== null && offer.callAt > at ? offer.callAt : null
  const call = keepsCall ? { newsAt: at } : { callAt, ...promisedAnew, newsAt: null }
  const theirs = { state: 'accepted', endedAt: null, heldSince: at, ...call } as const
  return { ...reopened, ...withOffer(state, offerId, theirs) }
}

/** Nobody has it, and nobody is asked: it is over. */
const ended = (end: End) => ({ ...nobodyIsAsked, joinedTo: null, promisedSince: null, end })

function mailLeft(state: State, event: EventOf<'mail-left'>): Patch {
  const { mail, offerId, said, isKept, at, writtenAt, expiresAt } = event
  // What is kept as a file has told nobody.
  if (mail === 'update') return isKept ? {} : { told: said }
  const offer = state.offers.find(({ id }) => id === offerId)
  if (!offer) return {}
  const isTold = mail === 'offer' || !isKept
  const told = { told: isTold ? (said as ToldContractor) : offer.told, toldAt: writtenAt }
  // Who is told that a call is late, or asked how it goes, does not read what has changed.
  const isWhole = said !== 'call-late' && said !== 'how-is-it'
  const begins = expiresAt === null ? {} : { mailedAt: at, expiresAt }
  // What has changed while it was leaving is not in it.
  const changed = isWhole ? offer.changed.filter((each) => each.at > writtenAt) : offer.changed
  return withOffer(state, offerId, { ...told, ...begins, changed })
}

type Changes = { [Kind in EventKind]?: (state: State, event: EventOf<Kind>) => Patch }

/** What an event changes of a request, and of one of its offers; nothing where its kind is not here, nor below. */
const changes: Changes = {
  received: ({ lead }) => ({ promisedSince: lead.createdAt }),
  'carried-over': (_, { state }) => state,
  held: () => ({ ...nobodyIsAsked, isHeld: true }),
  released({ lead, promisedSince }) {
    const waitsSince = promisedSince ?? (lead.firstContactedAt ? null : lead.createdAt)
    return { isHeld: false, promisedSince: waitsSince }
  },
  joined: (_, { earlier }) => ({ ...nobodyIsAsked, joinedTo: earlier, isParted: false }),
  parted: ({ isParted }, { isByOwner }) => ({ joinedTo: null, isParted: isParted || isByOwner }),
  'needs-contractor': (_, { isAutomatic, isBack, at }) => ({
    ...nobodyIsAsked,
    isAutomatic,
    ...(isBack && waits(at)),
  }),
  'waits-for-contractor': (_, { retryAt }) => ({ retryAt, isAutomatic: retryAt !== null }),
  ours: (_, { reason, goesOn, at }) => ({
    ours: { reason, since: at },
    ...(!goesOn && { isAutomatic: false, retryAt: null }),
  }),
  'place-asked': (_, { at }) => ({ placeAskedAt: at }),
  'place-said': ({ lead, retryAt }, { place }) => ({
    retryAt: place.town === null ? null : retryAt,
    lead: { ...lead, ...place },
  }),
  'urgency-said': ({ lead }, { cannotWait, urgencyBy }) => ({
    urgencyBy,
    lead: { ...lead, cannotWait },
  }),
  // Who asks again waits again.
  'took-along': (state, { at }) =>
    isWaiting(stageOf(state)) && state.promisedSince === null ? waits(at) : {},
  overdue: () => ({ isOverdue: true }),
  settled: ({ end }) => ({ end: end && { ...end, isReported: false } }),
  corrected({ lead, told }, { field, service, hasEmail }) {
    const corrected = { service: service ?? lead.service, hasEmail: hasEmail ?? lead.hasEmail }
    // At another address nobody has read anything.
    return { told: field === 'email' ? null : told, lead: { ...lead, ...corrected } }
  },
  snoozed: (_, { until, reason }) => ({ snooze: { until, reason } }),
  'snooze-ended': () => ({ snooze: null }),
  contacted: ({ lead }, { firstContactedAt }) => ({
    promisedSince: null,
    lead: { ...lead, isContacted: true, firstContactedAt },
  }),
  'marked-new': ({ lead }, { firstContactedAt }) => ({
    lead: { ...lead, isContacted: false, firstContactedAt },
    // Undone: its visitor has no answer yet.
    ...(firstContactedAt === null && { promisedSince: lead.createdAt }),
  }),
  'asked-how-it-went': (_, { at }) => ({ askedHowAt: at }),
  rated: () => ({ isRated: true }),
  offered: ({ offers }, event) => ({
    ours: null,
    retryAt: null,
    offers: [...offers, newOffer(event)],
  }),
  'mail-left': mailLeft,
  // It is said again by the next mail; that they were asked a contractor may know from another one.
  'mail-came-back': (state, { offerId }) =>
    offerId === null ? { told: null } : withOffer(state, offerId, { told: 'asked' }),
  withdrawn: (state, { offerId, at }) => ({
    // Its visitor waits anew, also where it is held now and released later.
    ...(!state.end && accepted(state)?.id === offerId && waits(at)),
    ...withOffer(state, offerId, { state: 'withdrawn', endedAt: at }),
  }),
  accepted: (state, { offerId, callAt, at }) => ({
    ...nobodyIsAsked,
    promisedSince: null,
    isOverdue: false,
    ...withOffer(state, offerId, { state: 'accepted', answeredAt: at, heldSince: at, callAt }),
  }),
  spoken: spoke,
  'on-the-way': (state, event) => spoke(state, event, { onTheWayAt: event.at }),
  done(state, event) {
    const { valueCents, at } = event
    const value = valueCents === null ? {} : { jobValueCents: valueCents }
    const end = { as: 'done', reason: null, at, isReported: false } as const
    return { ...spoke(state, event, value), ...ended(end) }
  },
  lost: (state, { offerId, reason, isReported, at }) => ({
    ...withOffer(state, offerId, { state: 'ended', endedAt: at }),
    ...ended({ as: 'lost', reason, at, isReported }),
  }),
  cancelled: (state, { offerId, at }) => ({
    ...withOffer(state, offerId, { state: 'ended', endedAt: at }),
    ...ended({ as: 'cancelled', reason: 'cancelled', at, isReported: false }),
  }),
  'wanted-again': givenBack,
  reopened: givenBack,
  'still-needs-help'(state, { offerId, at }) {
    const was = state.end?.isReported ? 'handed-back' : 'withdrawn'
    return {
      ...reopened,
      ...waits(at),
      reopenings: state.reopenings + 1,
      ...withOffer(state, offerId, { state: was, endedAt: at }),
    }
  },
}

/** What an event changes of its offer alone. */
const ofOffer: { [Kind in EventKind]?: (event: EventOf<Kind>) => Partial<Offer> } = {
  undelivered: () => ({ state: 'undelivered' }),
  expired: () => ({ state: 'expired' }),
  taken: () => ({ state: 'taken' }),
  'late-yes': () => ({ saidYesLate: true }),
  hastened: ({ expiresAt }) => ({ expiresAt }),
  declined: ({ reason, at }) => ({ state: 'declined', answeredAt: at, declineReason: reason }),
  'handed-back': ({ reason: handBackReason, at: endedAt }) => ({
    state: 'handed-back',
    endedAt,
    handBackReason,
  }),
  reported: ({ at: endedAt }) => ({ state: 'ended', endedAt }),
  'call-at': ({ callAt, moves: callMoves }) => ({ callAt, callMoves, ...promisedAnew, ...noNews }),
  'call-reminded': ({ at: remindedAt }) => ({ remindedAt }),
  'call-missed': ({ at: missedAt }) => ({ missedAt }),
  'asked-for-news': ({ at: askedForNewsAt }) => ({ askedForNewsAt }),
  quiet: ({ at: missedAt }) => ({ missedAt }),
  'job-valued': ({ valueCents: jobValueCents }) => ({ jobValueCents }),
}

function patchOf(state: State, event: Event): Patch {
  const run = changes[event.kind] as ((state: State, event: Event) => Patch) | undefined
  if (run) return run(state, event)
  const toChange = ofOffer[event.kind] as ((event: Event) => Partial<Offer>) | undefined
  return toChange && 'offerId' in event ? withOffer(state, event.offerId, toChange(event)) : {}
}

/** What has changed of a request that a contractor has, in the words of a mail to them, by the event. */
const changeBy: { [Kind in EventKind]?: Change } = {
  'place-said': 'place',
  'urgency-said': 'urgency',
  'call-time-said': 'call-time',
  'word-added': 'words',
  'photo-added': 'photos',
  'took-along': 'took-along',
  'let-go': 'let-go',
}

/** Returns what an event has changed, in those words. */
export function changedBy(event: Event): Change | undefined {
  if (event.kind === 'later-changed') return event.change
  if (event.kind === 'corrected') return correctedFields.find((field) => field === event.field)
  return changeBy[event.kind]
}

/** Notes for the contractor who has it what has changed since a mail told them of it. */
function noteChange(before: State, state: State, event: Event): Patch {
  const offer = accepted(state)
  const isAsBefore =
    event.kind === 'urgency-said' && before.lead.cannotWait === state.lead.cannotWait
  const change = offer && !isAsBefore && changedBy(event)
  if (!change || state.end) return {}
  const others = offer.changed.filter((each) => each.change !== change)
  return withOffer(state, offer.id, { changed: [...others, { change, at: event.at }] })
}

/** The state of a request after an event. The events of a request alone give its state. */
export function evolve(state: State, event: Event): State {
  const changed = { ...state, ...patchOf(state, event) }
  const next = { ...changed, ...noteChange(state, changed, event) }
  const isNew = event.kind === 'snoozed' || event.kind === 'carried-over'
  const isSeen = endsSnooze.has(event.kind) || stageOf(next) !== stageOf(state)
  return next.snooze && !isNew && isSeen ? { ...next, snooze: null } : next
}

/** The state of a lead before anything happened to it. */
export function beginning(lead: State['lead']): State {
  return {
    lead,
    isHeld: false,
    end: null,
    joinedTo: null,
    isParted: false,
    isAutomatic: false,
    ours: null,
    retryAt: null,
    placeAskedAt: null,
    promisedSince: null,
    isOverdue: false,
    snooze: null,
    urgencyBy: null,
    reopenings: 0,
    askedHowAt: null,
    isRated: false,
    told: null,
    offers: [],
  }
}
