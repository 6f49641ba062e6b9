import { serviceLabel } from '#/content/service-label.ts'
import { isPaused, whyNotEligible } from '#/contracts/contractor-standing.ts'
import type { ContractorFields } from '#/contracts/contractors.ts'
import { dayInWords, daysBetween } from '#/contracts/days.ts'
import type { OfferState } from '#/contracts/offer-states.ts'
import { urgentServiceId } from '#/contracts/services.ts'
import type { TownName } from '#/contracts/towns.ts'
import { localDay } from '../../local-day.ts'

/** What of a lead decides who fits. */
export type AskedWork = {
  service: string
  /** Null where it is not known. */
  town: TownName | null
}

/** So many days back offers count. */
export const recordDays = 90

/** How a contractor has answered in the last `recordDays`. Times are milliseconds since 1970. */
export type AnswerRecord = {
  /** Offers that were answered, or not in time. */
  ended: number
  answered: number
  lastOfferedAt: number | null
  /** Offers of the last seven days. */
  offeredThisWeek: number
  /** Where the newest offer of this very lead to them stands. */
  ofThisLead: OfferState | null
}

/** The record of whoever was offered nothing. */
export const emptyRecord: AnswerRecord = {
  ended: 0,
  answered: 0,
  lastOfferedAt: null,
  offeredThisWeek: 0,
  ofThisLead: null,
}

/** A contractor with what the ranking needs. */
export type Candidate = Omit<
  ContractorFields,
  'companyName' | 'contactName' | 'email' | 'phone' | 'notes' | 'licenseNumber'
> & {
  id: number
  addedAt: number
  record: AnswerRecord
}

/** A service that everybody may do: the visitor did not know, or the form has it no longer. */
const isOpen = (service: string) => service === 'not-sure'

/** True for a contractor who does such work there, whatever keeps them from it now. */
export function doesWork(candidate: Candidate, { service, town }: AskedWork): boolean {
  const does: readonly string[] = candidate.services
  const doesService =
    service === urgentServiceId
      ? candidate.answersEmergencies
      : isOpen(service) || does.includes(service)
  return doesService && (town === null || candidate.towns.includes(town))
}

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
    ...(pausedUntil !== null && isPaused(candidate, today)
      ? [`Paused until ${dayInWords(pausedUntil)}`]
      : []),
    ...(mostOffersAWeek !== null && record.offeredThisWeek >= mostOffersAWeek
      ? [`Had ${record.offeredThisWeek} of at most ${mostOffersAWeek} offers in seven days`]
      : []),
  ]
}

/** Fewer than this say nothing of a contractor. */
const enoughOffers = 3

/** 0 for who answers most offers or is too new to tell, 1 for at least half of them, 2 for fewer. */
function reliability({ ended, answered }: AnswerRecord): number {
  if (ended < enoughOffers || answered >= 0.75 * ended) return 0
  return answered >= 0.5 * ended ? 1 : 2
}

const waitingSince = ({ record, addedAt }: Candidate) => record.lastOfferedAt ?? addedAt

/**
 * The order of those who fit: who answers offers comes first, and among equals who has waited longest
 * for one. Of two contractors one always comes first.
 */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    reliability(a.record) - reliability(b.record) ||
    waitingSince(a) - waitingSince(b) ||
    a.id - b.id
  )
}

/** Contractors in the order in which they are to be asked, and those who cannot be asked now. */
export function rankCandidates(
  candidates: readonly Candidate[],
  work: AskedWork,
  today: string,
): { fitting: Candidate[]; others: Candidate[] } {
  const able = candidates.filter((candidate) => doesWork(candidate, work)).sort(compareCandidates)
  const { true: fitting = [], false: others = [] } = Object.groupBy(able, (candidate) =>
    obstaclesTo(candidate, today).length === 0 ? 'true' : 'false',
  ) as Partial<Record<'true' | 'false', Candidate[]>>
  return { fitting, others }
}

function recordInWords(
  { ended, answered }: AnswerRecord,
  medianMinutes: number | null,
): string | undefined {
  if (ended === 0) return undefined
  const offers = `${ended} ${ended === 1 ? 'offer' : 'offers'} in ${recordDays} days`
  if (answered === 0 || medianMinutes === null) return `Answered none of ${offers}`
  const share = Math.round((100 * answered) / ended)
  return `Answered ${share} % of ${offers}, in ${minutesInWords(medianMinutes)} (median)`
}

function minutesInWords(minutes: number): string {
  if (minutes < 1) return 'less than a minute'
  const rounded = Math.round(minutes)
  if (rounded < 90) return rounded === 1 ? '1 minute' : `${rounded} minutes`
  return `${Math.round(minutes / 60)} hours`
}

function lastOfferInWords({ lastOfferedAt }: AnswerRecord, today: string): string {
  if (lastOfferedAt === null) return `Was offered nothing in ${recordDays} days`
  const days = daysBetween(localDay(lastOfferedAt), today)
  if (days <= 0) return 'Last offered something today'
  return `Last offered something ${days === 1 ? 'yesterday' : `${days} days ago`}`
}

/** What speaks for a contractor, in words. `medianMinutes`: from an offer to its answer. */
export function reasonsFor(
  { record }: Candidate,
  { service, town }: AskedWork,
  { today, medianMinutes }: { today: string; medianMinutes: number | null },
): string[] {
  const does =
    service === urgentServiceId
      ? 'Answers emergencies around the clock'
      : isOpen(service)
        ? 'The service is not known yet'
        : `Does ${serviceLabel(service)}`
  const where = town === null ? 'The town is not known' : `Works in ${town}`
  const answers = recordInWords(record, medianMinutes)
  return [does, where, ...(answers ? [answers] : []), lastOfferInWords(record, today)]
}
