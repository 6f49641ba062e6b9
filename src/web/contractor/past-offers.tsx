import { contractorPage } from '#/content/contractor-page.ts'
import {
  declineReasonLabels,
  handBackReasonLabels,
  lostReasonLabels,
} from '#/content/offer-page.ts'
import { serviceLabel } from '#/content/service-label.ts'
import type { ContractorView } from '#/contracts/pages/documents.ts'
import { mostListed, recordDays } from '#/contracts/referrals/contractor-limits.ts'
import type { ListedOffer } from '#/contracts/referrals/contractors.ts'
import { dateTime } from '../dates.ts'
import { TokenPart } from '../request/token-page.tsx'

const { past: words } = contractorPage

type OpenLinkProps = { page: ContractorView; id: number; text: string; about: string }

/** Opens the page of one offer. */
export function OpenLink({ page, id, text, about }: OpenLinkProps) {
  return (
    <a className="btn btn-line btn-small" href={`${page.path}/offers/${id}`}>
      {text}
      <span className="hidden-text">{` ${about}`}</span>
    </a>
  )
}

/** True for a job that was theirs to its end. */
const wasTheirs = ({ state, outcome }: ListedOffer) =>
  (state === 'accepted' || state === 'ended') && (outcome === 'done' || outcome === 'lost')

/** How an offer ended, and why: 'You declined: too busy'. */
function endInWords(offer: ListedOffer): string {
  if (offer.isReopened) return words.reopened
  const { state, declineReason, handBackReason, outcome, lostReason } = offer
  const isEnd = wasTheirs(offer)
  const reason = isEnd
    ? lostReason && lostReasonLabels[lostReason]
    : (declineReason && declineReasonLabels[declineReason]) ||
      (handBackReason && handBackReasonLabels[handBackReason])
  const stands = words.states[state as keyof typeof words.states]
  const what = isEnd ? words[outcome as 'done' | 'lost'] : stands
  return reason ? `${what}: ${reason.toLowerCase()}` : what
}

/** What the contractor said to the offers of the last months, and how those ended. */
export function PastOffers({ page }: { page: ContractorView }) {
  const { past } = page
  return (
    <TokenPart id="past" heading={words.heading.replace('{days}', String(recordDays))}>
      {past.length === 0 && <p className="hint">{words.none}</p>}
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
                  ...(wasTheirs(offer)
                    ? [contractorPage.jobs.reference.replace('{reference}', offer.reference)]
                    : []),
                  words.offered.replace('{time}', dateTime(offer.offeredAt)),
                ].join(' · ')}
              </p>
            </div>
            {wasTheirs(offer) && (
              <OpenLink page={page} id={offer.id} text={words.open} about={offer.reference} />
            )}
          </li>
        ))}
      </ul>
      {past.length === mostListed && (
        <p className="hint">{words.more.replace('{count}', String(mostListed))}</p>
      )}
    </TokenPart>
  )
}
