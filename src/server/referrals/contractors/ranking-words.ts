import { serviceLabel } from '#/content/service-label.ts'
import { dayInWords, daysBetween } from '#/contracts/days.ts'
import { whyNotEligible } from '#/contracts/referrals/contractor-standing.ts'
import type { OfferState } from '#/contracts/referrals/offer-states.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import {
  type AnswerRecord,
  type AskedWork,
  type Candidate,
  isOpen,
  recordDays,
} from './read-ranking.ts'

const ofThisLeadInWords: Partial<Record<OfferState, string>> = {
  open: 'Is being asked now',
  accepted: 'Has said yes',
  declined: 'Said no to this request',
  expired: 'Did not answer in time for this request',
  withdrawn: 'This request was taken back from them',
}

/** What keeps an offer away from a contractor now, in words; none for one who fits. */
export function obstaclesTo(candidate: Candidate, today: string): string[] {
  const { pausedUntil, mostOffersAWeek, record } = candidate
  const asked = record.ofThisLead && ofThisLeadInWords[record.ofThisLead]
  return [
    ...whyNotEligible(candidate, today),
    ...(asked ? [asked] : []),
    ...(candidate.isPaused && pausedUntil ? [`Paused until ${dayInWords(pausedUntil)}`] : []),
    ...(candidate.isFull
      ? [`Had ${record.offeredThisWeek} of at most ${mostOffersAWeek} offers in seven days`]
      : []),
  ]
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

function lastOfferInWords({ lastOfferedOn }: AnswerRecord, today: string): string {
  if (lastOfferedOn === null) return `Was offered nothing in ${recordDays} days`
  const days = daysBetween(lastOfferedOn, today)
  if (days <= 0) return 'Last offered something today'
  return `Last offered something ${days === 1 ? 'yesterday' : `${days} days ago`}`
}

/** What speaks for a contractor, in words. */
export function reasonsFor(
  { record }: Candidate,
  { service, town }: AskedWork,
  today: string,
): string[] {
  const does =
    service === urgentServiceId
      ? 'Answers emergencies around the clock'
      : isOpen(service)
        ? 'The service is not known yet'
        : `Does ${serviceLabel(service)}`
  const where = town === null ? 'The town is not known' : `Works in ${town}`
  const answers = recordInWords(record)
  return [does, where, ...(answers ? [answers] : []), lastOfferInWords(record, today)]
}
