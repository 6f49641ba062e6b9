import { contractorPage } from '#/content/contractor-page.ts'
import { entryKindLabels } from '#/content/money.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import { monthInWords } from '#/contracts/money/months.ts'
import type { ContractorView } from '#/contracts/pages/documents.ts'
import { dayOnly } from '../dates.ts'
import { TokenPart } from '../request/token-page.tsx'

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
