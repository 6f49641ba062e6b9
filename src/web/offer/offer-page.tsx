import { declineReasonLabels, offerPage } from '#/content/offer-page.ts'
import { serviceLabel } from '#/content/service-label.ts'
import type { OfferView } from '#/contracts/referrals/offer-view.ts'
import { fullTime } from '../dates.ts'
import { TokenPage } from '../request/token-page.tsx'
import { PageHero } from '../site/bands.tsx'
import { CallLink } from '../site/links.tsx'
import { controlProps, Field, Options } from '../ui/fields.tsx'
import { FactList } from '../ui/lists.tsx'
import { Band } from '../ui/sections.tsx'
import { useWords } from '../words.ts'
import { AcceptedOffer, OfferPhotos } from './accepted-offer.tsx'

type Open = OfferView & { state: 'open' }

const { open: words, facts } = offerPage

function AcceptForm({ offer }: { offer: Open }) {
  const { accept } = words
  const problem = offer.problem?.form === 'accept' ? offer.problem : null
  const frame = {
    name: 'callAt',
    label: accept.callAt,
    hint: accept.hint,
    problem: problem?.message,
  }
  return (
    <form className="card stack offer-answer" method="post" action={`${offer.path}/accept`}>
      <h2 className="h3">{accept.heading}</h2>
      <Field frame={frame}>
        <input
          {...controlProps(frame)}
          type="datetime-local"
          required
          defaultValue={problem?.values.callAt ?? offer.callAt}
        />
      </Field>
      <button className="btn" type="submit">
        {accept.button}
      </button>
    </form>
  )
}

function DeclineForm({ offer }: { offer: Open }) {
  const { decline } = words
  const problem = offer.problem?.form === 'decline' ? offer.problem : null
  const frame = {
    name: 'reason',
    label: decline.reason,
    hint: decline.hint,
    problem: problem?.message,
  }
  return (
    <form className="card stack offer-answer" method="post" action={`${offer.path}/decline`}>
      <h2 className="h3">{decline.heading}</h2>
      <Field frame={frame}>
        <select {...controlProps(frame)} defaultValue={problem?.values.reason ?? ''} required>
          <Options none={decline.choose} of={Object.entries(declineReasonLabels)} />
        </select>
      </Field>
      <button className="btn btn-line" type="submit">
        {decline.button}
      </button>
    </form>
  )
}

/** An offer that can be answered. It shows nothing of whose lead it is. */
function OpenOffer({ offer }: { offer: Open }) {
  const { service, where, preferredTime, isUrgent } = offer.work
  const time = fullTime(Date.parse(offer.expiresAt))
  const text = words.text.replace('{time}', time).replace('{company}', () => offer.companyName)
  return (
    <>
      <PageHero
        heading={words.heading}
        text={text}
        {...(isUrgent && { eyebrow: offerPage.emergency })}
      />
      <Band joined>
        <div className="request">
          <div className="card stack">
            <h2 className="h3">{words.work}</h2>
            <FactList
              className="asked"
              facts={[
                [facts.service, serviceLabel(service)],
                [facts.where, where],
                [facts.preferredTime, preferredTime ?? facts.anyTime],
              ]}
            />
            <OfferPhotos path={offer.path} photos={offer.work.photos} />
            <p className="hint">{words.hidden}</p>
            <p className="hint">{words.link.replace('{time}', time)}</p>
          </div>
          <AcceptForm offer={offer} />
          <DeclineForm offer={offer} />
        </div>
      </Band>
    </>
  )
}

/** An offer that has ended. It says nothing of the lead. */
function EndedOffer({ state }: OfferView & { state: keyof typeof offerPage.ended }) {
  const { heading, text } = offerPage.ended[state]
  return (
    <PageHero heading={heading} text={text}>
      <CallLink className="btn btn-line" text={offerPage.call} />
      <p className="hint">{offerPage.questions}</p>
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
  const fill = useWords()
  const title = offerPage.title.replace('{company}', () => offer.companyName)
  return <TokenPage title={fill(`${title} | {name}`)}>{bodyOf(offer)}</TokenPage>
}
