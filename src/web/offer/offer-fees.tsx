import { creditReasonLabels } from '#/content/money.ts'
import { offerPage } from '#/content/offer-page.ts'
import { formatCents, formatPercent } from '#/contracts/money/amounts.ts'
import { creditDays, entryTextLimit } from '#/contracts/money/money.ts'
import type { FeeAhead, OfferFee, OfferView } from '#/contracts/referrals/offers.ts'
import { InputField, SelectField } from '../ui/fields.tsx'
import type { Fact } from '../ui/lists.tsx'

const { fees: words } = offerPage

const inWords = ({ amountCents, text }: OfferFee) => `${formatCents(amountCents)}: ${text}`

/** What a yes would cost, a line for each fee; no fact where it is free. */
export function feesAhead(fees: readonly FeeAhead[]): Fact[] {
  const lines = fees.map(({ event, amountCents, percent }) => {
    const share = words.share.replace('{percent}', formatPercent(percent ?? 0))
    const price = amountCents === null ? share : formatCents(amountCents)
    return words.ahead[event].replace('{price}', () => price)
  })
  return lines.length === 0 ? [] : [[words.heading, lines.join('\n')]]
}

type CreditFormProps = {
  path: string
  /** Those for which a credit can be asked for. */
  fees: readonly OfferFee[]
  problem: (OfferView & { state: 'accepted' })['problem']
}

function CreditForm({ path, fees, problem }: CreditFormProps) {
  const refused = problem?.form === 'credit' ? problem : null
  const [only] = fees
  const reason = { name: 'reason', label: words.reason, problem: refused?.message }
  return (
    <details className="change" open={refused !== null}>
      <summary>{words.open}</summary>
      <form className="stack offer-answer" method="post" action={`${path}/credit`}>
        <p className="hint">{words.text.replace('{days}', String(creditDays))}</p>
        {fees.length === 1 && only ? (
          <input type="hidden" name="fee" value={only.entryId} />
        ) : (
          <SelectField
            frame={{ name: 'fee', label: words.fee }}
            defaultValue={refused?.values.fee}
            of={fees.map((fee) => [String(fee.entryId), inWords(fee)] as const)}
          />
        )}
        <SelectField
          frame={reason}
          defaultValue={refused?.values.reason ?? ''}
          required
          none={words.choose}
          of={Object.entries(creditReasonLabels)}
        />
        <InputField
          frame={{ name: 'text', label: words.words }}
          maxLength={entryTextLimit}
          defaultValue={refused?.values.text}
        />
        <button className="btn btn-line" type="submit">
          {words.button}
        </button>
      </form>
    </details>
  )
}

/** What the contractor pays for a request, and the form that asks for it back. */
export function OfferFees({ path, fees, problem }: OfferView & { state: 'accepted' }) {
  const possible = fees.filter(({ credit }) => credit === 'possible')
  return (
    <div className="card stack">
      <h2 className="h3">{words.heading}</h2>
      <ul className="stack">
        {fees.map((fee) => (
          <li key={fee.entryId}>
            <p>{inWords(fee)}</p>
            {words.states[fee.credit] && <p className="hint">{words.states[fee.credit]}</p>}
          </li>
        ))}
      </ul>
      {possible.length > 0 && <CreditForm path={path} fees={possible} problem={problem} />}
    </div>
  )
}
