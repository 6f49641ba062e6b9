import type { ContractorFigures } from '#/contracts/referrals/contractor-figures.ts'
import { durationText } from '../../dates.ts'

type Limits = { mostOffersAWeek: number | null }

const offersOf = (count: number) => `${count} ${count === 1 ? 'offer' : 'offers'}`

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
      : `Answered ${share}% of ${offersOf(ended)} in ${days} days${median}`,
    `${offeredThisWeek}${most} in the last 7 days`,
    `${unanswered} unanswered now`,
  ]
}
