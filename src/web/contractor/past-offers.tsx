import { contractorPage } from '#/content/contractor-page.ts'
import {
  declineReasonLabels,
  handBackReasonLabels,
  lostReasonLabels,
} from '#/content/offer-page.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { mostListed } from '#/contracts/referrals/contractor-limits.ts'
import type { ContractorView, PastOffer } from '#/contracts/referrals/contractor-page.ts'
import { dateTime } from '../dates.ts'
import { OpenButton } from './open-button.tsx'

const { past: words } = contractorPage

/** How an offer ended, and why: 'You declined: too busy'. */
function endInWords({ state, declineReason, handBackReason, end }: PastOffer): string {
  const reason = end
    ? end.lostReason && lostReasonLabels[end.lostReason]
    : (declineReason && declineReasonLabels[declineReason]) ||
      (handBackReason && handBackReasonLabels[handBackReason])
  const what = end ? (end.outcome === 'done' ? words.done : words.lost) : words.states[state]
  return reason ? `${what}: ${reason.toLowerCase()}` : what
}

/** What the contractor said to the offers of the last months, and how those ended. */
export function PastOffers({ page }: { page: ContractorView }) {
  const { past, figures } = page
  return (
    <section className="card" aria-labelledby="past">
      <h2 className="h3" id="past">
        {words.heading.replace('{days}', String(figures.days))}
      </h2>
      {past.length === 0 && <p className="hint">{words.none}</p>}
      <ul className="rows">
        {past.map((offer) => (
          <li key={offer.id} className="row-beside">
            <div>
              <p>
                <strong>{endInWords(offer)}</strong>
              </p>
              <p className="hint">
                {[
                  serviceLabel(offer.service),
                  ...(offer.end
                    ? [contractorPage.jobs.reference.replace('{reference}', offer.end.reference)]
                    : []),
                  words.offered.replace('{time}', dateTime(Date.parse(offer.offeredAt))),
                ].join(' · ')}
              </p>
            </div>
            {offer.end && (
              <OpenButton page={page} id={offer.id} text={words.open} about={offer.end.reference} />
            )}
          </li>
        ))}
      </ul>
      {past.length === mostListed && (
        <p className="hint">{words.more.replace('{count}', String(mostListed))}</p>
      )}
    </section>
  )
}
