import { contractorPage } from '#/content/contractor-page.ts'
import { entryKindLabels } from '#/content/money.ts'
import {
  declineReasonLabels,
  handBackReasonLabels,
  lostReasonLabels,
} from '#/content/offer-page.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { monthInWords } from '#/contracts/days.ts'
import { telHref } from '#/contracts/leads/contact-details.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { ContractorView } from '#/contracts/pages/documents.ts'
import { mostListed, recordDays } from '#/contracts/referrals/contractor-limits.ts'
import type { ListedOffer } from '#/contracts/referrals/contractors.ts'
import { dateTime, dayOnly, fullTime } from '../dates.ts'
import { Columns, TokenPage, TokenPart, UrgentMark } from '../request/token-page.tsx'
import { PageHero } from '../site/bands.tsx'
import { Icon } from '../ui/icon.tsx'
import { fillIn, useSite } from '../words.ts'
import { ContractorFigures, WhyNotAsked } from './contractor-figures.tsx'

const { offers: offerWords, jobs: jobWords, past: pastWords } = contractorPage

const aboutOf = ({ service, town }: ListedOffer, region: string) =>
  fillIn(contractorPage.about, { service: serviceLabel(service), where: town ?? region })

type OpenLinkProps = { page: ContractorView; id: number; text: string; about: string }

function OpenLink({ page, id, text, about }: OpenLinkProps) {
  return (
    <a className="btn btn-line btn-small" href={`${page.path}/offers/${id}`}>
      {text}
      <span className="hidden-text">{` ${about}`}</span>
    </a>
  )
}

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
                <p className="hint">{fillIn(answerBy, { time: fullTime(offer.answerBy) })}</p>
              )}
            </div>
            <OpenLink page={page} id={offer.id} text={open} about={aboutOf(offer, region)} />
          </li>
        ))}
      </ul>
    </TokenPart>
  )
}

function jobLine({ callAt, callState, onTheWayAt }: ListedOffer): string {
  if (onTheWayAt) return fillIn(jobWords.onTheWay, { time: fullTime(onTheWayAt) })
  if (callState === 'spoken') return jobWords.spoken
  const text = callState === 'ahead' ? jobWords.callAt : jobWords.passed
  return callAt ? fillIn(text, { time: fullTime(callAt) }) : jobWords.callSoon
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
              <p>{jobLine(job)}</p>
              <p className="hint">{fillIn(reference, { reference: job.reference })}</p>
            </div>
            <div className="row">
              <a className="btn btn-small" href={telHref(job.leadPhone)}>
                <Icon name="phone" />
                {fillIn(call, { phone: job.leadPhone })}
              </a>
              <OpenLink page={page} id={job.id} text={open} about={job.reference} />
            </div>
          </li>
        ))}
      </ul>
    </TokenPart>
  )
}

/** True for a job that was theirs to its end. */
const wasTheirs = ({ state, outcome }: ListedOffer) =>
  (state === 'accepted' || state === 'ended') && (outcome === 'done' || outcome === 'lost')

/** How an offer ended, and why: 'You declined: too busy'. */
function endInWords(offer: ListedOffer): string {
  if (offer.isReopened) return pastWords.reopened
  const { state, declineReason, handBackReason, outcome, lostReason } = offer
  const isEnd = wasTheirs(offer)
  const reason = isEnd
    ? lostReason && lostReasonLabels[lostReason]
    : (declineReason && declineReasonLabels[declineReason]) ||
      (handBackReason && handBackReasonLabels[handBackReason])
  const stands = pastWords.states[state as keyof typeof pastWords.states]
  const what = isEnd ? pastWords[outcome as 'done' | 'lost'] : stands
  return reason ? `${what}: ${reason.toLowerCase()}` : what
}

/** What the contractor said to the offers of the last months, and how those ended. */
function PastOffers({ page }: { page: ContractorView }) {
  const { past } = page
  return (
    <TokenPart id="past" heading={fillIn(pastWords.heading, { days: recordDays })}>
      {past.length === 0 && <p className="hint">{pastWords.none}</p>}
      <ul className="rows">
        {past.map((offer) => (
          <li key={offer.id} className="beside">
            <div>
              <p>
                <strong>{endInWords(offer)}</strong>
              </p>
              <p className="hint">
                {[
                  serviceLabel(offer.service),
                  wasTheirs(offer) && fillIn(jobWords.reference, { reference: offer.reference }),
                  fillIn(pastWords.offered, { time: dateTime(offer.offeredAt) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {wasTheirs(offer) && (
              <OpenLink page={page} id={offer.id} text={pastWords.open} about={offer.reference} />
            )}
          </li>
        ))}
      </ul>
      {past.length === mostListed && (
        <p className="hint">{fillIn(pastWords.more, { count: mostListed })}</p>
      )}
    </TokenPart>
  )
}

function countText({ none, one, many }: Record<'none' | 'one' | 'many', string>, count: number) {
  if (count === 0) return none
  return count === 1 ? one : fillIn(many, { count })
}

/** The page of a contractor: what waits for them, what they have, and how we see them. */
export function ContractorPage({ contractor: page }: { contractor: ContractorView }) {
  const { counts } = contractorPage
  const { companyName } = page.profile
  const text = fillIn(contractorPage.text, {
    offers: countText(counts.offers, page.open.length),
    jobs: countText(counts.jobs, page.jobs.length),
  })
  return (
    <TokenPage title={fillIn(contractorPage.title, { company: companyName })}>
      <PageHero eyebrow={companyName} heading={contractorPage.heading} text={text}>
        <p className="hint">{contractorPage.keep}</p>
      </PageHero>
      <Columns
        side={
          <>
            <WhyNotAsked page={page} />
            <YourAccount page={page} />
            <ContractorFigures page={page} />
          </>
        }
      >
        <Offers page={page} />
        <Jobs page={page} />
        <PastOffers page={page} />
      </Columns>
    </TokenPage>
  )
}

const { account: words } = contractorPage

function balanceInWords(cents: number): string {
  const text = cents > 0 ? words.owed : cents < 0 ? words.credit : words.settled
  return fillIn(text, { amount: formatCents(Math.abs(cents)) })
}

/** What a contractor owes, and this month's fees, credits and payments. */
function YourAccount({ page: { statement } }: { page: ContractorView }) {
  if (!statement) return null
  const { month, openingCents, closingCents, entries } = statement
  return (
    <TokenPart id="account" heading={words.heading}>
      <p>
        <strong>{balanceInWords(closingCents)}</strong>
      </p>
      <ul className="rows">
        <li className="beside">
          <p>{fillIn(words.opening, { month: monthInWords(month) })}</p>
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
