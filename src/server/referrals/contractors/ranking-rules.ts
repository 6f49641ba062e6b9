import { serviceLabel } from '#/content/service-label.ts'
import { dayInWords, daysBetween } from '#/contracts/days.ts'
import type { ContractorFigures } from '#/contracts/referrals/contractor-figures.ts'
import { isPaused, whyNotEligible } from '#/contracts/referrals/contractor-standing.ts'
import type { OfferState } from '#/contracts/referrals/offer-states.ts'
import type { TownName } from '#/contracts/referrals/towns.ts'
import { unsureServiceId, urgentServiceId } from '#/contracts/site/services.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { ContractorRow } from '../lead/held-lead.ts'

/** What of a lead decides which contractors fit. `town` is null where it is not known. */
export type AskedWork = { service: string; town: TownName | null }

/** Offers of the last N days count. */
export const recordDays = 90

/** How a contractor has answered in the last `recordDays`. */
export type AnswerRecord = {
  /** Offers that were answered, or not in time. */
  ended: number
  answered: number
  lastOfferedAt: Date | null
  /** Offers of the last seven days. */
  offeredThisWeek: number
  /** Offers that wait for their answer. */
  open: number
  /** The median from an offer to its answer; null without an answer. */
  medianMinutes: number | null
}

/** The figures as they are shown: to the contractor whose they are, and to the owner. */
export function toFigures(record: AnswerRecord): ContractorFigures {
  const { ended, answered, medianMinutes, offeredThisWeek, open } = record
  return { days: recordDays, ended, answered, medianMinutes, offeredThisWeek, unanswered: open }
}

/** A contractor who does a lead's work there. */
export type Candidate = Omit<ContractorRow, 'notes'> & {
  record: AnswerRecord
  /** Where the newest offer of this very lead to them stands; undefined without one. */
  ofThisLead: OfferState | undefined
}

const ofThisLeadInWords: Partial<Record<OfferState, string>> = {
  open: 'Is being asked now',
  accepted: 'Has said yes',
  declined: 'Said no to this request',
  expired: 'Did not answer in time for this request',
  withdrawn: 'This request was taken back from them',
}

/** What keeps this offer away from a contractor, in words. One who fits has none. */
export function obstaclesTo(candidate: Candidate, today: string): string[] {
  const { pausedUntil, mostOffersAWeek, record, ofThisLead } = candidate
  const asked = ofThisLead && ofThisLeadInWords[ofThisLead]
  const isFull = mostOffersAWeek !== null && record.offeredThisWeek >= mostOffersAWeek
  return [
    ...whyNotEligible(candidate, today),
    ...(asked ? [asked] : []),
    ...(pausedUntil && isPaused(candidate, today)
      ? [`Paused until ${dayInWords(pausedUntil)}`]
      : []),
    ...(isFull
      ? [`Had ${record.offeredThisWeek} of at most ${mostOffersAWeek} offers in seven days`]
      : []),
  ]
}

/** With fewer offers than this a contractor has no record yet. */
const enoughOffers = 3

/** 0 for who answers most offers or has no record yet, 1 for at least half of them, 2 for fewer. */
export function groupOf({ ended, answered }: Pick<AnswerRecord, 'ended' | 'answered'>): number {
  if (ended < enoughOffers || answered / ended >= 0.75) return 0
  return answered / ended >= 0.5 ? 1 : 2
}

const waitsSince = ({ record, createdAt }: Candidate) =>
  (record.lastOfferedAt ?? createdAt).getTime()

/** The order in which contractors are asked: by group, and in it who has waited longest for an offer. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return groupOf(a.record) - groupOf(b.record) || waitsSince(a) - waitsSince(b) || a.id - b.id
}

function recordInWords({ ended, answered, medianMinutes }: AnswerRecord): string | undefined {
  if (ended === 0) return undefined
  const offers = `${ended} ${ended === 1 ? 'offer' : 'offers'} in ${recordDays} days`
  if (answered === 0 || medianMinutes === null) return `Answered none of ${offers}`
  const share = Math.round((100 * answered) / ended)
  return `Answered ${share}% of ${offers}, in ${minutesInWords(medianMinutes)} (median)`
}

function minutesInWords(minutes: number): string {
  if (minutes < 1) return 'less than a minute'
  const rounded = Math.round(minutes)
  if (rounded < 90) return rounded === 1 ? '1 minute' : `${rounded} minutes`
  return `${Math.round(minutes / 60)} hours`
}

function lastOfferInWords({ lastOfferedAt }: AnswerRecord, today: string): string {
  if (lastOfferedAt === null) return `Was offered nothing in ${recordDays} days`
  const days = daysBetween(localDay(lastOfferedAt.getTime()), today)
  if (days <= 0) return 'Last offered something today'
  return `Last offered something ${days === 1 ? 'yesterday' : `${days} days ago`}`
}

function workInWords(service: string): string {
  if (service === urgentServiceId) return 'Answers emergencies around the clock'
  return service === unsureServiceId
    ? 'The service is not known yet'
    : `Does ${serviceLabel(service)}`
}

/** What speaks for a contractor, in words. */
export function reasonsFor(
  { record }: Candidate,
  { service, town }: AskedWork,
  today: string,
): string[] {
  const where = town === null ? 'The town is not known' : `Works in ${town}`
  const answers = recordInWords(record)
  const last = lastOfferInWords(record, today)
  return [workInWords(service), where, ...(answers ? [answers] : []), last]
}
