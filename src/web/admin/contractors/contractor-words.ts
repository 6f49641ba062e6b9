import { services } from '#/content/services.ts'
import { dayInWords } from '#/contracts/days.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { ContractorFigures, ContractorWork } from '#/contracts/referrals/contractor-figures.ts'
import { contractorServiceIds } from '#/contracts/referrals/contractor-limits.ts'
import type { ExpiryDays } from '#/contracts/referrals/contractor-standing.ts'
import type { ContractorEntry } from '#/contracts/referrals/contractors.ts'
import { hoursInWords } from '#/contracts/referrals/offer-hours.ts'
import { towns } from '#/contracts/site/towns.ts'
import { durationText } from '../../dates.ts'
import { counted } from '../shell/counts.ts'

type Limits = { mostOffersAWeek: number | null }

/** How a contractor has answered lately, as the ranking counts it: a phrase each. */
export function figuresInWords(
  { days, ended, answered, medianMinutes, offeredThisWeek, unanswered }: ContractorFigures,
  { mostOffersAWeek }: Limits,
): string[] {
  const share = Math.round((100 * answered) / ended)
  const median = medianMinutes === null ? '' : `, in ${durationText(medianMinutes)} (median)`
  const most = mostOffersAWeek === null ? '' : ` of at most ${mostOffersAWeek}`
  return [
    ended === 0
      ? `No offers answered or missed in ${days} days`
      : `Answered ${share}% of ${counted(ended, 'offer')} in ${days} days${median}`,
    `${counted(offeredThisWeek, 'offer')}${most} in the last 7 days`,
    `${unanswered} unanswered now`,
  ]
}

/** Until when both papers are valid: the first to lapse is named. */
export function papersInWords({ licenseExpiresOn, insuranceExpiresOn }: ExpiryDays): string {
  const first = licenseExpiresOn < insuranceExpiresOn ? 'license' : 'insurance'
  const day = first === 'license' ? licenseExpiresOn : insuranceExpiresOn
  return `Valid, ${first} until ${dayInWords(day)}`
}

/** The name of a service. */
export const serviceName = (id: string) => services[id as keyof typeof services]?.name ?? id

const allOr = (all: string, total: number, some: readonly string[]) =>
  some.length === total ? all : some.join(', ')

/** What they do, and where: a sentence each. */
export function workInWords(contractor: ContractorEntry): { does: string; where: string } {
  const { services: done, towns: served, answersEmergencies } = contractor
  const does = allOr('All services', contractorServiceIds.length, done.map(serviceName))
  return {
    does: answersEmergencies ? `${does}, emergencies around the clock` : does,
    where: allOr('All towns', towns.length, served),
  }
}

/** How many offers they want, and when. */
export function offersInWords({
  mostOffersAWeek,
  mostOpenOffers,
  offerHours,
}: ContractorEntry): string {
  const week =
    mostOffersAWeek === null
      ? 'no weekly limit'
      : `at most ${counted(mostOffersAWeek, 'offer')} a week`
  const hours = offerHours ? hoursInWords(offerHours) : 'at any time'
  return `${week}, ${mostOpenOffers} unanswered at a time, wanted ${hours}`
}

/** What they have in hand, and what came of their jobs: a phrase each. */
export function jobsInWords(work: ContractorWork, days: number): string[] {
  const { jobsInHand, jobsDone, stars, ratings, incomeCents } = work
  return [
    `${counted(jobsInHand, 'job')} in hand`,
    `${jobsDone} done in ${days} days`,
    stars === null
      ? 'no ratings yet'
      : `${stars.toFixed(1)} stars from ${counted(ratings, 'rating')}`,
    `income ${formatCents(incomeCents)} in ${days} days`,
  ]
}
