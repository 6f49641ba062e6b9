import { Temporal } from 'temporal-polyfill'
import { business } from '#/content/business.ts'
import { ofThisLeadInWords, rankingReasons } from '#/content/office/ranking-words.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { dayNames } from '#/contracts/days.ts'
import type { ContractorFigures } from '#/contracts/referrals/contractors.ts'
import { hoursInWords, type OfferHours } from '#/contracts/referrals/offer-hours.ts'
import { unsureServiceId, urgentServiceId } from '#/contracts/site/services.ts'
import { pauseInWords, whyNotEligible } from '#/server/referrals/standing.ts'
import { businessMinutesAfter, offerTimes } from '#/server/time/business-hours.ts'
import { localDay } from '#/server/time/local-day.ts'
import { type Instant, type Lead, minuteMs, type Offer } from '../state.ts'
import type { ContractorRow } from './read-request.ts'

/** When a contractor is to be asked, and whether it is an emergency. */
export type Asking = { now: Instant; isUrgent: boolean }

/**
 * How a contractor has answered in the last `recordDays`, since they were added the last time. What
 * was not theirs to answer counts nowhere but in `lastOfferedAt`: offers that another contractor took
 * or the owner took back before their answer. Of an offer whose mail never left nothing counts.
 */
export type AnswerRecord = ContractorFigures & {
  /** Since when they wait for the next one: their last offer that counts. */
  waitsSince: Instant | null
  /** When the time of the first offer that waits for their answer is over. */
  firstOpenEndsAt: Instant | null
}

/** A contractor who does a lead's work there. */
export type Candidate = Omit<ContractorRow, 'notes'> & {
  record: AnswerRecord
  /** What of this very lead was offered to them, oldest first. */
  ofThisLead: readonly Offer[]
}

/** What keeps an offer away from a contractor. `endsAt` is when it passes by itself, if that is soon. */
type Obstacle = { text: string; endsAt?: Instant }

/** True for a contractor who said "not now", once, and was not asked for this lead again. */
function saidNotNow({ ofThisLead }: Candidate): boolean {
  const answers = ofThisLead.filter(({ state }) => state === 'declined')
  return answers.length === 1 && ofThisLead.at(-1)?.declineReason === 'too-busy'
}

/** What was asked of them for this lead before. "Not now" holds for as long as an offer does. */
function askedBefore(candidate: Candidate, { now }: Asking): Obstacle[] {
  const last = candidate.ofThisLead.at(-1)
  const text = last && ofThisLeadInWords[last.state]
  if (!text) return []
  if (!last.answeredAt || !saidNotNow(candidate)) return [{ text }]
  const answeredAt = new Date(last.answeredAt)
  const endsAt = businessMinutesAfter(answeredAt, offerTimes().openingHours * 60).getTime()
  return endsAt > now ? [{ text: 'Said "not now" to this request', endsAt }] : []
}

/**
 * When a contractor next wants offers: at this very instant where they want them now. Their hours are
 * those of the clock on the wall, whatever the season.
 */
function nextWanted({ days, from, until }: OfferHours, at: Instant): Instant {
  const { timeZone } = business
  const start = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const day = start.toPlainDate().add({ days: ahead })
    const name = dayNames[day.dayOfWeek - 1]
    if (!name || !days.includes(name)) continue
    const msOf = (plainTime: string) =>
      day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
    if (at < msOf(until)) return Math.max(at, msOf(from))
  }
  return at
}

/** When the business is open next: at this very instant where it is open now. */
const nextOpen = (at: Instant): Instant =>
  businessMinutesAfter(new Date(at), 1).getTime() - minuteMs

/** An emergency comes around the clock to those who answer them, and to others while the business is open. */
function outOfHours(candidate: Candidate, { now, isUrgent }: Asking): Obstacle[] {
  const { answersEmergencies, offerHours } = candidate
  if (isUrgent && answersEmergencies) return []
  if (!offerHours && !isUrgent) return []
  const endsAt = offerHours ? nextWanted(offerHours, now) : nextOpen(now)
  if (endsAt <= now) return []
  const text = offerHours
    ? `Wants offers only ${hoursInWords(offerHours)}`
    : 'Doesn’t answer emergencies around the clock'
  return [{ text, endsAt }]
}

/** Unanswered offers keep no emergency away: who is at the phone for those answers them first. */
function tooMany({ mostOpenOffers, mostOffersAWeek, record }: Candidate, { isUrgent }: Asking) {
  const { unanswered, firstOpenEndsAt, offeredThisWeek } = record
  const found: Obstacle[] = []
  if (unanswered >= mostOpenOffers && !isUrgent) {
    const text = `${unanswered} unanswered ${unanswered === 1 ? 'offer' : 'offers'}`
    found.push(firstOpenEndsAt ? { text, endsAt: firstOpenEndsAt } : { text })
  }
  if (mostOffersAWeek !== null && offeredThisWeek >= mostOffersAWeek) {
    found.push({
      text: `Weekly limit reached (${offeredThisWeek} of ${mostOffersAWeek})`,
    })
  }
  return found
}

/** What keeps this offer away from a contractor, in words. One who fits has none. */
export function obstaclesTo(candidate: Candidate, asking: Asking): Obstacle[] {
  const today = localDay(asking.now)
  const pause = pauseInWords(candidate, today)
  return [
    ...whyNotEligible(candidate, today).map((text) => ({ text })),
    ...askedBefore(candidate, asking),
    ...(pause ? [{ text: pause }] : []),
    ...outOfHours(candidate, asking),
    ...tooMany(candidate, asking),
  ]
}

/** When the last of these obstacles passes by itself; undefined where one of them does not. */
export function fitsFrom(obstacles: readonly Obstacle[]): Instant | undefined {
  const last = Math.max(...obstacles.map(({ endsAt }) => endsAt ?? Number.NaN))
  return Number.isFinite(last) ? last : undefined
}

/** With fewer offers than this a contractor has no record yet. */
const enoughOffers = 3

/** 0 for who answers most offers or has no record yet, 1 for at least half of them, 2 for fewer. */
function groupOf({ ended, answered }: Pick<AnswerRecord, 'ended' | 'answered'>): number {
  if (ended < enoughOffers || answered / ended >= 0.75) return 0
  return answered / ended >= 0.5 ? 1 : 2
}

const waitsSince = ({ record, figuresSince }: Candidate) =>
  record.waitsSince ?? figuresSince.getTime()

/**
 * The order in which contractors are asked: by group, and in it who has waited longest for an offer.
 * Those who said "not now" come after all others.
 */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    Number(saidNotNow(a)) - Number(saidNotNow(b)) ||
    groupOf(a.record) - groupOf(b.record) ||
    waitsSince(a) - waitsSince(b) ||
    a.id - b.id
  )
}

/** What the contractors who are listed for a lead have in common, in words. */
export function reasonsFor({ service, town, isOutside }: Lead): string[] {
  const work =
    service === urgentServiceId ? 'urgent' : service === unsureServiceId ? 'unsure' : 'service'
  const place = town !== null ? 'town' : isOutside ? 'outside' : 'unknown'
  return [
    rankingReasons[work].replace('{service}', () => serviceLabel(service)),
    rankingReasons[place].replace('{town}', () => town ?? ''),
  ]
}
