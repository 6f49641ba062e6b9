import type { Stage, WaitsFor } from '#/contracts/leads/lead-stage.ts'
import type { Bar, OfferAccess } from '#/contracts/referrals/offer-states.ts'
import type { Offer as OfferFacts } from '#/contracts/referrals/offers.ts'
import type {
  Changed,
  End,
  Ours,
  Snooze,
  ToldContractor,
} from '#/contracts/referrals/request-facts.ts'
import { unsureServiceId, urgentServiceId } from '#/contracts/site/services.ts'

/** A point in time, in milliseconds since 1970. */
export type Instant = number

/** What the rules need to know of a contractor. Read anew each time, and stored with the contractor. */
export type Contractor = {
  id: number
  companyName: string
  /** What keeps them from offers today; undefined for one who may get some. */
  bar: Bar | undefined
  services: readonly string[]
  towns: readonly string[]
  answersEmergencies: boolean
}

/** One offer of a request to one contractor, with what only the rules need to know. */
export type Offer = OfferFacts & {
  contractor: Contractor
  /** Since when they have it. */
  heldSince: Instant | null
  /** They said yes after its time was over, and after another one had it. */
  saidYesLate: boolean
  /** The call that was promised last: how often it was put off, and what became of it. */
  callMoves: number
  remindedAt: Instant | null
  missedAt: Instant | null
  /** The last news of the job, and when its contractor was asked for some. */
  newsAt: Instant | null
  askedForNewsAt: Instant | null
  /** What has changed since a mail told them of it, and when it did last. */
  changed: readonly Changed[]
  /** What the last mail told them, as things stood when it was written. */
  told: ToldContractor | null
  toldAt: Instant | null
}

/** What the rules need to know of the lead itself. */
export type Lead = {
  id: number
  createdAt: Instant
  service: string
  town: string | null
  /** The work is in none of the towns. */
  isOutside: boolean
  cannotWait: boolean
  hasEmail: boolean
  isContacted: boolean
  firstContactedAt: Instant | null
}

/** A request and its offers: all that decides what may happen to it. Plain data. */
export type State = {
  lead: Lead
  /** It looks like spam, and waits for the owner apart from all others. */
  isHeld: boolean
  end: End | null
  /** The earlier request of the same person with which it goes. */
  joinedTo: number | null
  /** The owner said that it goes with no other. */
  isParted: boolean
  /** The server asks one contractor after another. */
  isAutomatic: boolean
  ours: Ours | null
  /** Somebody fits, but nobody before this. */
  retryAt: Instant | null
  placeAskedAt: Instant | null
  /** Since when its visitor waits for the answer that was promised; null once they have one. */
  promisedSince: Instant | null
  /** The owner was told that this promise is overdue. */
  isOverdue: boolean
  snooze: Snooze | null
  /** Who said last that it cannot wait, or can. */
  urgencyBy: 'visitor' | 'user' | null
  /** How often its visitor said that they still need help. */
  reopenings: number
  /** When its visitor was asked how it went. */
  askedHowAt: Instant | null
  isRated: boolean
  /** What a mail told its visitor last. */
  told: string | null
  /** Oldest first. */
  offers: readonly Offer[]
}

/** Minutes of opening hours, or by the clock in an emergency. */
export type Limit = { usual: number; emergency: number }

/** What the owner has set, and how time is counted. */
export type Rules = {
  /** The server offers new requests by itself. */
  offersByItself: boolean
  /** Mails to visitors are on, and this one may have another today. */
  mailsVisitor: boolean
  /** The visitor may be mailed the question for the town: anybody can type any address. */
  asksForTown: boolean
  answerWithin: Limit
  askedInEmergency: number
  callReminder: Limit
  callMissed: Limit
  promise: Limit
  placeAnswerMinutes: number
  /** The first instant with N minutes of opening hours between another and itself. */
  openMinutesAfter: (from: Instant, minutes: number) => Instant
}

export const minuteMs = 60_000
export const dayMs = 86_400_000

/** A visitor can say N times that they still need help. */
export const mostReopenings = 5

/** A mail that has not left after N days never will. */
export const mailDays = 5

/** It runs by the clock of emergencies. */
export const isUrgent = ({ lead }: Pick<State, 'lead'>): boolean =>
  lead.cannotWait || lead.service === urgentServiceId

/** When a time is over that began at an instant. */
export function after(from: Instant, limit: Limit, state: Pick<State, 'lead'>, rules: Rules) {
  if (isUrgent(state)) return from + limit.emergency * minuteMs
  return rules.openMinutesAfter(from, limit.usual)
}

/** The offer of the contractor who has the request. */
export const accepted = ({ offers }: Pick<State, 'offers'>): Offer | undefined =>
  offers.find(({ state }) => state === 'accepted')

/**
 * What an offer is to its contractor. Every command, page, form, photograph and mail asks this, so that what
 * is taken from a contractor is gone everywhere at once. One who was removed has nothing any more; one whose
 * papers lapsed keeps what they have said yes to. `ended` was theirs until the request was over, and they
 * may read it while it is.
 */
export function accessOf({ state, contractor }: Offer, { end }: Pick<State, 'end'>): OfferAccess {
  if (contractor.bar === 'removed') return 'removed'
  if (state === 'accepted' || (state === 'ended' && end)) return 'accepted'
  if (state === 'ended') return 'withdrawn'
  return contractor.bar ?? state
}

/** The offers that wait for an answer. */
export const openOffers = ({ offers }: Pick<State, 'offers'>): Offer[] =>
  offers.filter(({ state }) => state === 'open')

/** True for a contractor who does this work where it is, as far as that is known. */
export function doesWork(contractor: Contractor, { service, town, isOutside }: Lead): boolean {
  const isTheirs =
    service === urgentServiceId
      ? contractor.answersEmergencies
      : service === unsureServiceId || contractor.services.includes(service)
  return isTheirs && !isOutside && (town === null || contractor.towns.includes(town))
}

/** How far a request has come. */
export function stageOf(state: State): Stage {
  if (state.isHeld) return 'held'
  if (state.end) return state.end.as
  if (state.joinedTo !== null) return 'joined'
  if (accepted(state)) return 'matched'
  if (openOffers(state).length > 0) return 'asked'
  return state.ours ? 'ours' : 'new'
}

/** True for the stages in which no contractor has said yes, and nothing is over. */
export const isWaiting = (stage: Stage): boolean =>
  stage === 'new' || stage === 'asked' || stage === 'ours'

/** True where its visitor is asked for the town, so that the server can go on, and has not said it. */
export const waitsForTown = ({ lead, isAutomatic, placeAskedAt }: State) =>
  isAutomatic && placeAskedAt !== null && lead.town === null && !lead.isOutside

/** Who has to do something next: nobody before a day, for what the owner has put off until then. */
export function waitsForOf(state: State): WaitsFor {
  const stage = stageOf(state)
  if (state.end && !state.isHeld) return 'nobody'
  if (stage === 'new' && waitsForTown(state)) return 'visitor'
  // Who waits for a joined request is who waits for the one that it goes with.
  if (stage === 'asked' || stage === 'joined') return 'contractor'
  if (stage === 'matched' && !accepted(state)?.missedAt) return 'contractor'
  return state.snooze !== null && !isUrgent(state) ? 'later' : 'us'
}

/** When a contractor is to call: at the time that they have said, else since it is theirs. */
export const callDue = ({ callAt, heldSince, offeredAt }: Offer): Instant =>
  callAt ?? heldSince ?? offeredAt
