import { creditReasonLabels } from '#/content/money.ts'
import { offerPage } from '#/content/offer-page.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import { creditDays, entryTextLimit } from '#/contracts/money/money.ts'
import type { OfferFee, OfferView } from '#/contracts/referrals/offers.ts'
import { InputField, SelectField } from '../ui/fields.tsx'

const { fees: words } = offerPage

const inWords = ({ amountCents, text }: OfferFee) => `${formatCents(amountCents)}: ${text}`

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
    <details open={refused !== null}>
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

/** What the contractor pays for a request, and the form that asks for it back; nothing where it is free. */
export function OfferFees({ path, fees, problem }: OfferView & { state: 'accepted' }) {
  if (fees.length === 0) return null
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
