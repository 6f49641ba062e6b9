import { lostReasonLabels, offerPage } from '#/content/offer-page.ts'
import { readablePhone, telHref } from '#/contracts/leads/contact-details.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { OfferedWork } from '#/contracts/referrals/offers.ts'
import { fullTime } from '../dates.ts'
import { leadMailFields, otherFields } from '../mail/lead-fields.ts'
import type { MailFact } from '../mail/notice-mail.tsx'
import { Columns, TokenPart, UrgentMark } from '../request/token-page.tsx'
import { PageHero } from '../site/bands.tsx'
import { Icon } from '../ui/icon.tsx'
import { type Fact, FactList, PhotoList } from '../ui/lists.tsx'
import { PhoneText } from '../ui/phone-text.tsx'
import { fillIn } from '../words.ts'
import { type Accepted, ReportForms, VisitForms } from './after-yes-forms.tsx'

const { accepted: words, facts } = offerPage

/** What a mail says, on a page. */
const factValue = ({ value, link }: MailFact) =>
  link ? (
    <a href={link}>
      <PhoneText text={value} />
    </a>
  ) : (
    value
  )

/** The photographs of a lead, on the page of its offer. */
export function OfferPhotos({ path, photos }: { path: string; photos: OfferedWork['photos'] }) {
  return (
    <PhotoList
      photos={photos}
      pathOf={(id) => `${path}/photos/${id}`}
      altOf={(place) => fillIn(offerPage.photo, { number: place })}
    />
  )
}

/** The other requests of the same person. */
export const othersOf = ({ others }: OfferedWork): Fact[] =>
  otherFields(others).map(({ label, value }) => [label, value])

function Details({ path, lead }: Accepted) {
  const rows: Fact[] = [
    ...leadMailFields(lead).map((fact): Fact => [fact.label, factValue(fact)]),
    [facts.preferredTime, lead.preferredTime ?? facts.anyTime],
    [facts.reference, lead.reference],
    ...othersOf(lead),
  ]
  return (
    <TokenPart heading={words.details}>
      <FactList isAcross facts={rows} />
      <OfferPhotos path={path} photos={lead.photos} />
    </TokenPart>
  )
}

function templateOf({ outcome, onTheWayAt, callState, callAt }: Accepted) {
  if (outcome === 'done' || outcome === 'lost') return words.over[outcome]
  if (onTheWayAt) return words.onTheWay
  if (callState === 'spoken') return words.spoken
  if (callAt === null) return words.textWithoutTime
  return callState === 'ahead' ? words.text : words.passed
}

function textOf(offer: Accepted): string {
  const at = offer.onTheWayAt ?? offer.callAt
  return fillIn(templateOf(offer), {
    reason: offer.lostReason ? lostReasonLabels[offer.lostReason].toLowerCase() : '',
    time: at ? fullTime(at) : '',
    visitor: offer.lead.name,
  })
}

function OfferFees({ fees }: Pick<Accepted, 'fees'>) {
  return (
    <TokenPart heading={offerPage.fees.heading}>
      <ul className="stack">
        {fees.map((fee) => (
          <li key={fee.text}>{`${formatCents(fee.amountCents)}: ${fee.text}`}</li>
        ))}
      </ul>
    </TokenPart>
  )
}

/** The page of an offer for the contractor who has accepted it: the whole lead. */
export function AcceptedOffer({ offer }: { offer: Accepted }) {
  const { outcome } = offer
  const isOver = outcome === 'done' || outcome === 'lost'
  const fees = offer.fees.length > 0 && <OfferFees fees={offer.fees} />
  return (
    <>
      <PageHero
        heading={isOver ? words.overHeadings[outcome] : words.heading}
        text={textOf(offer)}
        above={!isOver && <UrgentMark {...offer.lead} />}
      >
        {!isOver && (
          <a className="btn" href={telHref(readablePhone(offer.lead))}>
            <Icon name="phone" />
            {fillIn(offerPage.call, { phone: readablePhone(offer.lead) })}
          </a>
        )}
      </PageHero>
      <Columns
        side={
          isOver ? (
            fees
          ) : (
            <>
              <VisitForms offer={offer} />
              <ReportForms offer={offer} />
            </>
          )
        }
        below={!isOver && fees}
      >
        <Details {...offer} />
      </Columns>
    </>
  )
}
