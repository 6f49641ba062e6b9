import { contractorPage } from '#/content/contractor-page.ts'
import { entryKindLabels } from '#/content/money.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { monthInWords } from '#/contracts/days.ts'
import { telHref } from '#/contracts/leads/contact-details.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { ContractorView } from '#/contracts/pages/documents.ts'
import type { ListedOffer } from '#/contracts/referrals/contractors.ts'
import { dayOnly, fullTime } from '../dates.ts'
import { TokenPage, TokenPart, UrgentMark } from '../request/token-page.tsx'
import { PageHero } from '../site/bands.tsx'
import { Icon } from '../ui/icon.tsx'
import { Band } from '../ui/sections.tsx'
import { useSite, useWords } from '../words.ts'
import { ContractorFigures, WhyNotAsked } from './contractor-figures.tsx'
import { OpenLink, PastOffers } from './past-offers.tsx'

const { offers: offerWords, jobs: jobWords } = contractorPage

const aboutOf = ({ service, town }: ListedOffer, region: string) =>
  contractorPage.about
    .replace('{service}', serviceLabel(service))
    .replace('{where}', town ?? region)

function Offers({ page }: { page: ContractorView }) {
  const { heading, none, answerBy, open } = offerWords
  const { region } = useSite()
  return (
    <TokenPart id="offers" heading={heading}>
      {page.open.length === 0 && <p className="hint">{none}</p>}
      <ul className="rows">
        {page.open.map((offer) => (
          <li key={offer.id} className="beside">
            <div>
              <UrgentMark {...offer} />
              <h3>{aboutOf(offer, region)}</h3>
              {offer.answerBy && (
                <p className="hint">{answerBy.replace('{time}', fullTime(offer.answerBy))}</p>
              )}
            </div>
            <OpenLink page={page} id={offer.id} text={open} about={aboutOf(offer, region)} />
          </li>
        ))}
      </ul>
    </TokenPart>
  )
}

function jobLines({ callAt, callState, onTheWayAt }: ListedOffer): string[] {
  if (onTheWayAt) return [jobWords.onTheWay.replace('{time}', fullTime(onTheWayAt))]
  if (callState === 'spoken') return [jobWords.spoken]
  const text = callState === 'ahead' ? jobWords.callAt : jobWords.passed
  return [callAt ? text.replace('{time}', fullTime(callAt)) : jobWords.callSoon]
}

function Jobs({ page }: { page: ContractorView }) {
  const { heading, none, call, reference, open } = jobWords
  const { region } = useSite()
  return (
    <TokenPart id="jobs" heading={heading}>
      {page.jobs.length === 0 && <p className="hint">{none}</p>}
      <ul className="rows">
        {page.jobs.map((job) => (
          <li key={job.id} className="beside">
            <div>
              <UrgentMark {...job} />
              <h3 dir="auto">{job.leadName}</h3>
              <p>{aboutOf(job, region)}</p>
              {jobLines(job).map((line) => (
                <p key={line}>{line}</p>
              ))}
              <p className="hint">{reference.replace('{reference}', job.reference)}</p>
            </div>
            <div className="row">
              <a className="btn btn-small" href={telHref(job.leadPhone)}>
                <Icon name="phone" />
                {call.replace('{phone}', () => job.leadPhone)}
              </a>
              <OpenLink page={page} id={job.id} text={open} about={job.reference} />
            </div>
          </li>
        ))}
      </ul>
    </TokenPart>
  )
}

function countText({ none, one, many }: Record<'none' | 'one' | 'many', string>, count: number) {
  if (count === 0) return none
  return count === 1 ? one : many.replace('{count}', String(count))
}

/** The page of a contractor: what waits for them, what they have, and how we see them. */
export function ContractorPage({ contractor: page }: { contractor: ContractorView }) {
  const fill = useWords()
  const { counts } = contractorPage
  const named = (text: string) => text.replace('{company}', () => page.profile.companyName)
  const text = contractorPage.text
    .replace('{offers}', countText(counts.offers, page.open.length))
    .replace('{jobs}', countText(counts.jobs, page.jobs.length))
  return (
    <TokenPage title={fill(named(`${contractorPage.title} | {name}`))}>
      <PageHero eyebrow={page.profile.companyName} heading={contractorPage.heading} text={text}>
        <p className="hint">{contractorPage.keep}</p>
      </PageHero>
      <Band joined>
        <div className="columns">
          <div className="column">
            <Offers page={page} />
            <Jobs page={page} />
            <PastOffers page={page} />
          </div>
          <div className="column">
            <WhyNotAsked page={page} />
            <YourAccount page={page} />
            <ContractorFigures page={page} />
          </div>
        </div>
      </Band>
    </TokenPage>
  )
}

const { account: words } = contractorPage

function balanceInWords(cents: number): string {
  const text = cents > 0 ? words.owed : cents < 0 ? words.credit : words.settled
  return text.replace('{amount}', formatCents(Math.abs(cents)))
}

/** What a contractor owes, and this month's fees, credits and payments. */
export function YourAccount({ page: { statement } }: { page: ContractorView }) {
  if (!statement) return null
  const { month, openingCents, closingCents, entries } = statement
  return (
    <TokenPart id="account" heading={words.heading}>
      <p>
        <strong>{balanceInWords(closingCents)}</strong>
      </p>
      <ul className="rows">
        <li className="beside">
          <p>{words.opening.replace('{month}', monthInWords(month))}</p>
          <p>{formatCents(openingCents)}</p>
        </li>
        {entries.map(({ id, at, kind, amountCents, text, reference }) => (
          <li key={id} className="beside">
            <div>
              <p>
                {entryKindLabels[kind]}
                {reference && `, ${reference}`}
              </p>
              <p className="hint" dir="auto">
                {[dayOnly(Date.parse(at)), text].filter(Boolean).join(' · ')}
              </p>
            </div>
            <p>{formatCents(amountCents)}</p>
          </li>
        ))}
      </ul>
      <p className="hint">{words.credits}</p>
    </TokenPart>
  )
}
