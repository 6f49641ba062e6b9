import type { ReactNode } from 'react'
import {
  declineReasonLabels,
  handBackReasonLabels,
  lostReasonLabels,
  offerStateLabels,
  outcomeLabels,
} from '#/content/offer-page.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { mostListed } from '#/contracts/referrals/contractor-limits.ts'
import type { ListedOffer } from '#/contracts/referrals/contractor-page.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { dateTime, untilText } from '../../dates.ts'
import { OfficeRow } from '../shell/page-parts.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { Time } from '../shell/times.tsx'

type OffersProps = { offers: readonly ListedOffer[] }

/** Offers that wait for their answer. */
export function OpenOffers({ offers }: OffersProps) {
  return (
    <OfferList heading="Open offers" none="No offer waits for their answer." offers={offers}>
      {({ answerBy }) =>
        answerBy ? (
          <>
            Answer due <Time at={answerBy} show={untilText} />
          </>
        ) : (
          'The email has not left yet, so the time to answer has not begun'
        )
      }
    </OfferList>
  )
}

/** How it stands with a job, as its contractor reads it on their page. */
function jobText({ callAt, callState, onTheWayAt }: ListedOffer): string {
  const at = (time: string) => dateTime(Date.parse(time))
  if (onTheWayAt) return ` · said they are on the way, ${at(onTheWayAt)}`
  if (callState === 'spoken') return ' · they’ve talked'
  const isOpen = callState === 'ahead'
  if (!callAt) return isOpen ? '' : ' · call not confirmed'
  return isOpen ? ` · call agreed for ${at(callAt)}` : ` · call of ${at(callAt)} not confirmed`
}

/** Requests that they have and that are not over. */
export function Jobs({ offers }: OffersProps) {
  return (
    <OfferList heading="Active jobs" none="They have no active jobs." offers={offers}>
      {(offer) => (
        <>
          {offer.answeredAt && (
            <>
              Accepted <Time at={offer.answeredAt} />
            </>
          )}
          {jobText(offer)}
        </>
      )}
    </OfferList>
  )
}

/** Offers that have ended, and requests that are over. */
export function PastOffers({ offers }: OffersProps) {
  return (
    <OfferList heading="History" none="Nothing yet." offers={offers}>
      {({ state, declineReason, handBackReason, outcome, lostReason, offeredAt }) => (
        <>
          {offerStateLabels[state]}
          {declineReason && `: ${declineReasonLabels[declineReason].toLowerCase()}`}
          {handBackReason && `: ${handBackReasonLabels[handBackReason].toLowerCase()}`}
          {state === 'accepted' && `, ${outcomeLabels[outcome].toLowerCase()}`}
          {state === 'accepted' && lostReason && `: ${lostReasonLabels[lostReason].toLowerCase()}`}
          {' · '}offered <Time at={offeredAt} />
        </>
      )}
    </OfferList>
  )
}

type OfferListProps = OffersProps & {
  heading: string
  /** What it says without any. */
  none: string
  children: (offer: ListedOffer) => ReactNode
}

function OfferList({ heading, none, offers, children }: OfferListProps) {
  return (
    <OfficePart heading={heading}>
      {offers.length === mostListed && <p className="office-about">{mostListed} are shown.</p>}
      {offers.length === 0 ? (
        <p className="office-about">{none}</p>
      ) : (
        <ul className="ruled-list">
          {offers.map((offer) => (
            <OfficeRow
              key={offer.id}
              title={
                <>
                  <a href={leadPagePath(offer.leadId)}>
                    <bdi>{offer.leadName}</bdi>
                  </a>{' '}
                  · {serviceLabel(offer.service)}
                  {offer.town && `, ${offer.town}`} <span className="by">{offer.reference}</span>
                </>
              }
              about={<p className="by">{children(offer)}</p>}
            />
          ))}
        </ul>
      )}
    </OfficePart>
  )
}
