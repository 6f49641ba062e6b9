import { offerPage } from '#/content/offer-page.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { FeeAhead, OfferFee } from '#/contracts/referrals/offers.ts'
import { TokenPart } from '../request/token-page.tsx'
import type { Fact } from '../ui/lists.tsx'

const { fees: words } = offerPage

/** What a yes would cost, a line for each fee; no fact where it is free. */
export function feesAhead(fees: readonly FeeAhead[]): Fact[] {
  const lines = fees.map(({ event, amountCents }) =>
    words.ahead[event].replace('{price}', () => formatCents(amountCents)),
  )
  return lines.length === 0 ? [] : [[words.heading, lines.join('\n')]]
}

/** What the contractor pays for a request. */
export function OfferFees({ fees }: { fees: readonly OfferFee[] }) {
  return (
    <TokenPart heading={words.heading}>
      <ul className="stack">
        {fees.map((fee) => (
          <li key={fee.text}>{`${formatCents(fee.amountCents)}: ${fee.text}`}</li>
        ))}
      </ul>
    </TokenPart>
  )
}
