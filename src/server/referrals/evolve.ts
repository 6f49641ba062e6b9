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

function withOffer(state: State, offerId: number | null, change: Partial<Offer>): State {
  const offers = state.offers.map((offer) =>
    offer.id === offerId ? { ...offer, ...change } : offer,
  )
  return { ...state, offers }
}

/** They have spoken, or meet: nobody waits for the call any more. */
function spoke(
  state: State,
  offerId: number | null,
  at: Instant,
  more: Partial<Offer> = {},
): State {
  const { lead } = state
  const answered = { isContacted: true, firstContactedAt: lead.firstContactedAt ?? at }
  // When they spoke first stays, whatever else is heard of the job.
  const spokenAt = state.offers.find(({ id }) => id === offerId)?.spokenAt ?? at
  const news = { ...promisedAnew, spokenAt, newsAt: at, askedForNewsAt: null, ...more }
  return withOffer({ ...state, lead: { ...lead, ...answered } }, offerId, news)
}

const nobodyIsAsked = { isAutomatic: false, retryAt: null, ours: null } as const

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

/** The contractor's again: what has passed of the call is no promise. */
function givenBack(state: State, { offerId, keepsCall, at }: EventOf<'wanted-again' | 'reopened'>) {
  const open = { ...state, end: null, told: null }
  const offer = state.offers.find(({ id }) => id === offerId)
  if (!offer) return { ...open, promisedSince: at, isOverdue: false }
  const callAt = offer.callAt !== null && offer.callAt > at ? offer.callAt : null
  const call = keepsCall ? { newsAt: at } : { callAt, ...promisedAnew, newsAt: null }
  return withOffer(open, offerId, { state: 'accepted', endedAt: null, heldSince: at, ...call })
}

/** Nobody has it, and nobody is asked: it is over. */
function ended(state: State, end: End): State {
  return { ...state, ...nobodyIsAsked, joinedTo: null, promisedSince: null, end }
}

function mailLeft(state: State, event: EventOf<'mail-left'>): State {
  const { mail, offerId, said, isKept, at, writtenAt, expiresAt } = event
  // What is kept as a file has told nobody.
  if (mail === 'update') return isKept ? state : { ...state, told: said }
  const offer = state.offers.find(({ id }) => id === offerId)
  if (!offer) return state
  const isTold = mail === 'offer' || !isKept
  const told = { told: isTold ? (said as ToldContractor) : offer.told, toldAt: writtenAt }
  // Who is told that a call is late, or asked how it goes, does not read what has changed.
  const isWhole = said !== 'call-late' && said !== 'how-is-it'
  const begins = expiresAt === null ? {} : { mailedAt: at, expiresAt }
  // What has changed while it was leaving is not in it.
  const changed = isWhole ? offer.changed.filter((each) => each.at > writtenAt) : offer.changed
  return withOffer(state, offerId, { ...told, ...begins, changed })
}

type Changes = { [Kind in EventKind]?: (state: State, event: EventOf<Kind>) => State }

/** What an event changes of the request itself; nothing where its kind is not here, nor below. */
const ofRequest: Changes = {
  received: (state) => ({ ...state, promisedSince: state.lead.createdAt }),
  'carried-over': (_, event) => event.state,
  held: (state) => ({ ...state, ...nobodyIsAsked, isHeld: true }),
  released(state) {
    const { firstContactedAt, createdAt } = state.lead
    const promisedSince = state.promisedSince ?? (firstContactedAt ? null : createdAt)
    return { ...state, isHeld: false, promisedSince }
  },
  joined: (state, { earlier }) => ({
    ...state,
    ...nobodyIsAsked,
    joinedTo: earlier,
    isParted: false,
  }),
  parted: (state, { isByOwner }) => ({
    ...state,
    joinedTo: null,
    isParted: state.isParted || isByOwner,
  }),
  'needs-contractor'(state, { isAutomatic, isBack, at }) {
    const promise = isBack ? { promisedSince: at, isOverdue: false } : {}
    return { ...state, ...nobodyIsAsked, isAutomatic, ...promise }
  },
  'waits-for-contractor': (state, { retryAt }) => ({
    ...state,
    retryAt,
    isAutomatic: retryAt !== null,
  }),
  ours(state, { reason, goesOn, at }) {
    const ours = { reason, since: at }
    return { ...state, ours, ...(!goesOn && { isAutomatic: false, retryAt: null }) }
  },
  'place-asked': (state, { at }) => ({ ...state, placeAskedAt: at }),
  'place-said'(state, { place }) {
    const retryAt = place.town === null ? null : state.retryAt
    return { ...state, retryAt, lead: { ...state.lead, ...place } }
  },
  'urgency-said': (state, { cannotWait, urgencyBy }) => ({
    ...state,
    urgencyBy,
    lead: { ...state.lead, cannotWait },
  }),
  // Who asks again waits again.
  'took-along'(state, { at }) {
    const isAnswered = isWaiting(stageOf(state)) && state.promisedSince === null
    return isAnswered ? { ...state, promisedSince: at, isOverdue: false } : state
  },
  overdue: (state) => ({ ...state, isOverdue: true }),
  settled: (state) => ({ ...state, end: state.end && { ...state.end, isReported: false } }),
  corrected(state, { field, service, hasEmail }) {
    const { lead } = state
    const corrected = { service: service ?? lead.service, hasEmail: hasEmail ?? lead.hasEmail }
    // At another address nobody has read anything.
    const told = field === 'email' ? null : state.told
    return { ...state, told, lead: { ...lead, ...corrected } }
  },
  snoozed: (state, { until, reason }) => ({ ...state, snooze: { until, reason } }),
  'snooze-ended': (state) => ({ ...state, snooze: null }),
  contacted: (state, { firstContactedAt }) => ({
    ...state,
    promisedSince: null,
    lead: { ...state.lead, isContacted: true, firstContactedAt },
  }),
  'marked-new'(state, { firstContactedAt }) {
    const lead = { ...state.lead, isContacted: false, firstContactedAt }
    // Undone: its visitor has no answer yet.
    return firstContactedAt === null
      ? { ...state, lead, promisedSince: lead.createdAt }
      : { ...state, lead }
  },
  'asked-how-it-went': (state, { at }) => ({ ...state, askedHowAt: at }),
  rated: (state) => ({ ...state, isRated: true }),
}

/** What an event changes of its offer alone. */
const ofOffer: { [Kind in EventKind]?: (event: EventOf<Kind>) => Partial<Offer> } = {
  undelivered: () => ({ state: 'undelivered' }),
  expired: () => ({ state: 'expired' }),
  taken: () => ({ state: 'taken' }),
  'late-yes': () => ({ saidYesLate: true }),
  hastened: ({ expiresAt }) => ({ expiresAt }),
  declined: ({ reason, at }) => ({ state: 'declined', answeredAt: at, declineReason: reason }),
  'handed-back': ({ reason, at }) => ({
    state: 'handed-back',
    endedAt: at,
    handBackReason: reason,
  }),
  reported: ({ at: endedAt }) => ({ state: 'ended', endedAt }),
  'call-at': ({ callAt, moves: callMoves }) => ({ callAt, callMoves, ...promisedAnew, ...noNews }),
  'call-reminded': ({ at: remindedAt }) => ({ remindedAt }),
  'call-missed': ({ at: missedAt }) => ({ missedAt }),
  'asked-for-news': ({ at: askedForNewsAt }) => ({ askedForNewsAt }),
  quiet: ({ at: missedAt }) => ({ missedAt }),
  'job-valued': ({ valueCents: jobValueCents }) => ({ jobValueCents }),
}

/** What an event changes of a request and one of its offers. */
const ofBoth: Changes = {
  offered: (state, event) => ({
    ...state,
    ours: null,
    retryAt: null,
    offers: [...state.offers, newOffer(event)],
  }),
  'mail-left': mailLeft,
  // It is said again by the next mail; that they were asked a contractor may know from another one.
  'mail-came-back': (state, { offerId }) =>
    offerId === null ? { ...state, told: null } : withOffer(state, offerId, { told: 'asked' }),
  withdrawn(state, { offerId, at }) {
    const isTheirs = !state.end && accepted(state)?.id === offerId
    // Its visitor waits anew, also where it is held now and released later.
    const waits = isTheirs ? { promisedSince: at, isOverdue: false } : {}
    return withOffer({ ...state, ...waits }, offerId, { state: 'withdrawn', endedAt: at })
  },
  accepted(state, { offerId, callAt, at }) {
    const matched = { ...state, ...nobodyIsAsked, promisedSince: null, isOverdue: false }
    return withOffer(matched, offerId, { state: 'accepted', answeredAt: at, heldSince: at, callAt })
  },
  spoken: (state, { offerId, at }) => spoke(state, offerId, at),
  'on-the-way': (state, { offerId, at }) => spoke(state, offerId, at, { onTheWayAt: at }),
}

/** What ends a request, and what opens it again. */
const ofEnds: Changes = {
  done(state, { offerId, valueCents, at }) {
    const value = valueCents === null ? {} : { jobValueCents: valueCents }
    const end = { as: 'done', reason: null, at, isReported: false } as const
    return ended(spoke(state, offerId, at, value), end)
  },
  lost(state, { offerId, reason, isReported, at }) {
    const gone = withOffer(state, offerId, { state: 'ended', endedAt: at })
    return ended(gone, { as: 'lost', reason, at, isReported })
  },
  cancelled(state, { offerId, at }) {
    const gone = withOffer(state, offerId, { state: 'ended', endedAt: at })
    return ended(gone, { as: 'cancelled', reason: 'cancelled', at, isReported: false })
  },
  'wanted-again': givenBack,
  reopened: givenBack,
  'still-needs-help'(state, { offerId, at }) {
    const waits = { promisedSince: at, isOverdue: false, reopenings: state.reopenings + 1 }
    const open = { ...state, end: null, told: null, ...waits }
    return withOffer(open, offerId, {
      state: state.end?.isReported ? 'handed-back' : 'withdrawn',
      endedAt: at,
    })
  },
}

const changes: Changes = { ...ofRequest, ...ofBoth, ...ofEnds }

function change(state: State, event: Event): State {
  const run = changes[event.kind] as ((state: State, event: Event) => State) | undefined
  if (run) return run(state, event)
  const toChange = ofOffer[event.kind] as ((event: Event) => Partial<Offer>) | undefined
  return toChange && 'offerId' in event ? withOffer(state, event.offerId, toChange(event)) : state
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
function noteChange(before: State, state: State, event: Event): State {
  const offer = accepted(state)
  const isAsBefore =
    event.kind === 'urgency-said' && before.lead.cannotWait === state.lead.cannotWait
  const change = offer && !isAsBefore && changedBy(event)
  if (!change || state.end) return state
  const others = offer.changed.filter((each) => each.change !== change)
  return withOffer(state, offer.id, { changed: [...others, { change, at: event.at }] })
}

/** The state of a request after an event. The events of a request alone give its state. */
export function evolve(state: State, event: Event): State {
  const next = noteChange(state, change(state, event), event)
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
