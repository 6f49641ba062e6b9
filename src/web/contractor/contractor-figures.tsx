import { contractorPage } from '#/content/contractor-page.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { dayInWords } from '#/contracts/days.ts'
import type { ContractorView } from '#/contracts/pages/documents.ts'
import { contractorServiceIds, recordDays } from '#/contracts/referrals/contractor-limits.ts'
import type { ContractorFigures as Figures } from '#/contracts/referrals/contractors.ts'
import { hoursInWords } from '#/contracts/referrals/offer-hours.ts'
import { durationText } from '../dates.ts'
import { TokenPart } from '../request/token-page.tsx'
import { type Fact, FactList, TextList } from '../ui/lists.tsx'
import { fillIn, useSite, useWords } from '../words.ts'

const { figures: words, whyNot } = contractorPage

function answeredText({ answered, ended }: Figures): string {
  const text = ended === 0 ? words.noneEnded : words.answeredText
  const share = Math.round((100 * answered) / ended)
  return fillIn(text, { share, answered, ended, days: recordDays })
}

type FactsOf = Pick<ContractorView, 'figures' | 'profile'>

const allOr = (all: readonly string[], some: readonly string[]) =>
  all.every((each) => some.includes(each)) ? words.all : some.join(', ')

const validity = (day: string) => fillIn(words.expiresOn, { day: dayInWords(day) })

/** How the ranking sees a contractor, and what we know of them. */
export function contractorFacts({ figures, profile }: FactsOf, towns: readonly string[]): Fact[] {
  const { medianMinutes, offeredThisWeek, unanswered } = figures
  const { mostOffersAWeek, mostOpenOffers, services } = profile
  const week = mostOffersAWeek === null ? words.unlimited : words.thisWeekText
  const does = allOr(contractorServiceIds.map(serviceLabel), services.map(serviceLabel))
  return [
    [words.answered, answeredText(figures)],
    [
      words.median,
      medianMinutes !== null &&
        fillIn(words.medianText, {
          duration: medianMinutes < 1 ? words.underOne : durationText(medianMinutes),
        }),
    ],
    [words.thisWeek, fillIn(week, { count: offeredThisWeek, most: mostOffersAWeek ?? '' })],
    [words.unanswered, fillIn(words.unansweredText, { count: unanswered, most: mostOpenOffers })],
    [words.services, profile.answersEmergencies ? `${does}, ${words.emergencies}` : does],
    [words.towns, allOr(towns, profile.towns)],
    [words.hours, profile.offerHours ? hoursInWords(profile.offerHours) : words.anyTime],
    [words.license, validity(profile.licenseExpiresOn)],
    [words.insurance, validity(profile.insuranceExpiresOn)],
  ]
}

/** Their figures, with what we know of them. */
export function ContractorFigures({ page }: { page: ContractorView }) {
  const fill = useWords()
  return (
    <TokenPart id="figures" heading={words.heading}>
      <FactList isAcross facts={contractorFacts(page, useSite().towns)} />
      <p className="hint">{words.text}</p>
      <p className="hint">{fill(words.change)}</p>
    </TokenPart>
  )
}

/** What keeps new offers away from a contractor, in words that also the owner reads. */
export function WhyNotAsked({ page: { obstacles } }: { page: ContractorView }) {
  return (
    <TokenPart id="why-not" heading={whyNot.heading}>
      <p>{obstacles.length === 0 ? whyNot.nothing : whyNot.now}</p>
      <TextList look="bullets" items={obstacles} />
    </TokenPart>
  )
}
