import { Link } from 'wouter'
import {
  declineReasonLabels,
  handBackReasonLabels,
  lostReasonLabels,
  offerStateLabels,
  outcomeLabels,
} from '#/content/offer-page.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { mostListed } from '#/contracts/referrals/contractor-limits.ts'
import type { ListedOffer } from '#/contracts/referrals/contractors.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { answerText, dateTime } from '../../dates.ts'
import { OfficeRow } from '../shell/page-parts.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { useNow } from '../shell/times.tsx'

/** How it stands with a job, as its contractor reads it on their page. */
function callText({ callAt, callState, onTheWayAt }: ListedOffer): string {
  if (onTheWayAt) return `on the way, ${dateTime(onTheWayAt)}`
  if (callState === 'spoken') return 'they’ve talked'
  const isOpen = callState === 'ahead'
  if (!callAt) return isOpen ? '' : 'call not confirmed'
  return isOpen
    ? `call agreed for ${dateTime(callAt)}`
    : `call set for ${dateTime(callAt)} not confirmed`
}

function endText({ state, declineReason, handBackReason, outcome, lostReason }: ListedOffer) {
  const said = offerStateLabels[state]
  if (declineReason) return `${said}: ${declineReasonLabels[declineReason].toLowerCase()}`
  if (handBackReason) return `${said}: ${handBackReasonLabels[handBackReason].toLowerCase()}`
  if (state !== 'accepted') return said
  const end = `${said}, ${outcomeLabels[outcome].toLowerCase()}`
  return lostReason ? `${end}: ${lostReasonLabels[lostReason].toLowerCase()}` : end
}

/** The lists of a contractor's offers: what each says without any, and of one. */
const lists = {
  open: {
    heading: 'Open offers',
    none: 'No offers are waiting for their answer.',
    say: ({ answerBy }: ListedOffer, now: number) =>
      answerBy
        ? [answerText(answerBy, now)]
        : ['The email hasn’t gone out yet. Their time to answer starts when it does'],
  },
  /** Requests that they have and that are not over. */
  jobs: {
    heading: 'Active jobs',
    none: 'They have no active jobs.',
    say: (offer: ListedOffer) => [
      offer.answeredAt && `Accepted ${dateTime(offer.answeredAt)}`,
      callText(offer),
    ],
  },
  /** Offers that have ended, and requests that are over. */
  past: {
    heading: 'History',
    none: 'Nothing yet.',
    say: (offer: ListedOffer) => [endText(offer), `offered ${dateTime(offer.offeredAt)}`],
  },
}

type OfferListProps = { kind: keyof typeof lists; offers: readonly ListedOffer[] }

/** Offers of a contractor, each with its request. */
export function OfferList({ kind, offers }: OfferListProps) {
  const { heading, none, say } = lists[kind]
  const now = useNow()
  return (
    <OfficePart heading={heading}>
      {offers.length === mostListed && (
        <p className="office-about">No more than {mostListed} are shown.</p>
      )}
      {offers.length === 0 ? (
        <p className="office-about">{none}</p>
      ) : (
        <ul className="ruled-list">
          {offers.map((offer) => (
            <OfficeRow
              key={offer.id}
              title={
                <>
                  <Link href={leadPagePath(offer.leadId)}>
                    <bdi>{offer.leadName}</bdi>
                  </Link>{' '}
                  · {serviceLabel(offer.service)}
                  {offer.town && `, ${offer.town}`} <span className="by">{offer.reference}</span>
                </>
              }
              about={<p className="by">{say(offer, now).filter(Boolean).join(' · ')}</p>}
            />
          ))}
        </ul>
      )}
    </OfficePart>
  )
}
