import { type FormEvent, useState } from 'react'
import { controlProps, Field } from '../../ui/fields.tsx'
import { useContractors } from '../contractors/use-contractors.ts'
import { useAgreement } from './use-referral.ts'

const contractorFrame = { name: 'contractor', label: 'Contractor' }
const callFrame = {
  name: 'call-at',
  label: 'When will they call?',
  hint: 'In the business’s local time. The customer sees it.',
}

/** Records that a contractor took a lead by phone. */
export function AgreementForm({ leadId }: { leadId: number }) {
  const { data: contractors } = useContractors()
  const [chosen, setChosen] = useState('')
  const [callAt, setCallAt] = useState('')
  const agree = useAgreement(leadId)

  function send(event: FormEvent) {
    event.preventDefault()
    agree.mutate({ contractorId: Number(chosen), callAt })
  }

  return (
    <details className="agreement">
      <summary>A contractor has agreed by phone</summary>
      <form className="offer-form" onSubmit={send}>
        <Field frame={contractorFrame}>
          <select
            {...controlProps(contractorFrame)}
            value={chosen}
            required
            onChange={(event) => setChosen(event.target.value)}
          >
            <option value="">Choose a contractor</option>
            {contractors?.map(({ id, companyName }) => (
              <option key={id} value={id}>
                {companyName}
              </option>
            ))}
          </select>
        </Field>
        <Field frame={callFrame}>
          <input
            {...controlProps(callFrame)}
            type="datetime-local"
            required
            value={callAt}
            onChange={(event) => setCallAt(event.target.value)}
          />
        </Field>
        <button className="tool-button" type="submit" disabled={agree.isPending}>
          Record it
        </button>
      </form>
    </details>
  )
}
