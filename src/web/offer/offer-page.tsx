import type { ReactNode } from 'react'
import { declineReasonLabels, offerPage } from '#/content/offer-page.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { OfferView } from '#/contracts/referrals/offers.ts'
import { fullTime } from '../dates.ts'
import { Columns, SubmitButton, TokenPage, TokenPart, UrgentMark } from '../request/token-page.tsx'
import { PageHero } from '../site/bands.tsx'
import { CallLink } from '../site/links.tsx'
import { SelectField } from '../ui/fields.tsx'
import { type Fact, FactList } from '../ui/lists.tsx'
import { fillIn, useWords } from '../words.ts'
import { AcceptedOffer, OfferPhotos, othersOf } from './accepted-offer.tsx'
import { CallTimeField, refusedIn, toldOrNot } from './after-yes-forms.tsx'

type Open = OfferView & { state: 'open' }

const { open: words, facts, fees } = offerPage

/** What a yes would cost, a line for each fee; no fact where it is free. */
function feesAhead(ahead: Open['fees']): Fact[] {
  const lines = ahead.map(({ event, amountCents }) =>
    fillIn(fees.ahead[event], { price: formatCents(amountCents) }),
  )
  return lines.length === 0 ? [] : [[fees.heading, lines.join('\n')]]
}

type AnswerFormProps = { offer: Open; form: 'accept' | 'decline'; children: ReactNode }

function AnswerForm({ offer, form, children }: AnswerFormProps) {
  const { heading, button } = words[form]
  return (
    <form className="card offer-answer" method="post" action={`${offer.path}/${form}`}>
      <h2 className="h3">{heading}</h2>
      {children}
      <SubmitButton text={button} look={form === 'accept' ? 'btn' : 'btn btn-line'} />
    </form>
  )
}

function AnswerForms({ offer }: { offer: Open }) {
  const { accept, decline } = words
  const [refusedYes, refusedNo] = [refusedIn(offer, 'accept'), refusedIn(offer, 'decline')]
  const call = { name: 'callAt', label: accept.callAt, hint: accept.hint[toldOrNot(offer)] }
  const { reason, hint: why } = decline
  return (
    <>
      <AnswerForm offer={offer} form="accept">
        <CallTimeField frame={call} refused={refusedYes} proposed={offer.callAt} />
      </AnswerForm>
      <AnswerForm offer={offer} form="decline">
        <SelectField
          frame={{ name: 'reason', label: reason, hint: why, problem: refusedNo?.message }}
          defaultValue={refusedNo?.values.reason ?? ''}
          required
          none={decline.choose}
          of={Object.entries(declineReasonLabels)}
        />
      </AnswerForm>
    </>
  )
}

/** An offer that can be answered. It shows nothing of whose lead it is. */
function OpenOffer({ offer }: { offer: Open }) {
  const { service, where, preferredTime } = offer.work
  const time = fullTime(offer.expiresAt)
  const [said, link] = offer.isLate ? [words.lateText, words.lateLink] : [words.text, words.link]
  const text = fillIn(said, { time, company: offer.companyName })
  return (
    <>
      <PageHero heading={words.heading} text={text} above={<UrgentMark {...offer.work} />} />
      <Columns
        side={<AnswerForms offer={offer} />}
        below={<p className="hint">{fillIn(link, { time })}</p>}
      >
        <TokenPart heading={words.work}>
          <FactList
            isAcross
            facts={[
              [facts.service, serviceLabel(service)],
              [facts.where, where],
              [facts.preferredTime, preferredTime ?? facts.anyTime],
              ...othersOf(offer.work),
              ...feesAhead(offer.fees),
            ]}
          />
          <OfferPhotos path={offer.path} photos={offer.work.photos} />
          <p className="hint">{words.hidden}</p>
        </TokenPart>
      </Columns>
    </>
  )
}

/** An offer that has ended. It says nothing of the lead. */
function EndedOffer({ state }: OfferView & { state: keyof typeof offerPage.ended }) {
  const fill = useWords()
  const { heading, text } = offerPage.ended[state]
  return (
    <PageHero heading={heading} text={text}>
      <CallLink className="btn btn-line" text={offerPage.call} />
      <p className="hint">{fill(offerPage.questions)}</p>
    </PageHero>
  )
}

function bodyOf(offer: OfferView) {
  if (offer.state === 'open') return <OpenOffer offer={offer} />
  if (offer.state === 'accepted') return <AcceptedOffer offer={offer} />
  return <EndedOffer {...offer} />
}

/** The page of an offer, for its contractor: the offer with its forms, the lead, or that it has ended. */
export function OfferPage({ offer }: { offer: OfferView }) {
  const title = fillIn(offerPage.title, { company: offer.companyName })
  return <TokenPage title={title}>{bodyOf(offer)}</TokenPage>
}
