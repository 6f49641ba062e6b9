import { useState } from 'react'
import { lostReasonLabels, outcomeLabels } from '#/content/offer-page.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { type LostReason, toldLostReasons } from '#/contracts/referrals/offer-states.ts'
import type { Offer, OutcomeChange, Referral } from '#/contracts/referrals/offers.ts'
import { Opener } from '../../ui/lists.tsx'
import { FieldForm } from '../shell/field-form.tsx'
import { useChange, useData } from '../shell/use-api.ts'

const lostLabel = (reason: LostReason) =>
  `${outcomeLabels.lost}: ${lostReasonLabels[reason].toLowerCase()}`

/** How a lead may stand, as a choice: 'Lost: out of area'. */
const ends = [
  ...(['open', 'matched', 'done'] as const).map((end) => [end, outcomeLabels[end]] as const),
  ...toldLostReasons.map((reason) => [`lost ${reason}`, lostLabel(reason)] as const),
]

/** What has become of a lead, to be set by hand. What others have set shows here. */
export function OutcomeForm({ leadId, referral }: { leadId: number; referral: Referral }) {
  const { mutateAsync: save } = useChange(api.leadOutcome, {
    send: (body: OutcomeChange) => ({ params: { leadId }, body }),
    success: 'The outcome was set',
  })
  const { lostReason } = referral
  const value = lostReason ? `lost ${lostReason}` : referral.outcome
  // That its customer canceled it is not the owner's to say.
  const isCanceled = lostReason === 'cancelled'
  const of = isCanceled ? [...ends, [value, lostLabel(lostReason)] as const] : ends
  return (
    <FieldForm
      fields={[{ name: 'outcome', label: 'Outcome', kind: 'choice', of, value }]}
      button="Set outcome"
      save={({ outcome = '' }) => {
        const [as, reason = null] = outcome.split(' ')
        return save({ outcome: as, lostReason: reason } as OutcomeChange)
      }}
    />
  )
}

/** Records that a contractor took a lead by phone. */
export function AgreementForm({ leadId }: { leadId: number }) {
  const [isOpen, setOpen] = useState(false)
  const { data: contractors = [] } = useData(api.contractors, {}, { enabled: isOpen, staleTime: 0 })
  const { mutateAsync: agree } = useChange(api.leadAgreement, {
    send: (body: { contractorId: number; callAt: string }) => ({ params: { leadId }, body }),
    success: 'Recorded. The contractor gets the details by email',
  })
  return (
    <details className="opener" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>A contractor agreed by phone</summary>
      <FieldForm
        fields={[
          {
            name: 'contractorId',
            label: 'Contractor',
            kind: 'choice',
            none: 'Choose a contractor',
            of: contractors.map(({ id, companyName }) => [String(id), companyName] as const),
          },
          {
            name: 'callAt',
            label: 'When will they call?',
            kind: 'instant',
            hint: 'In the business’s local time. The customer sees it.',
          },
        ]}
        prefix="agree-"
        button="Record it"
        save={({ contractorId, callAt = '' }) =>
          agree({ contractorId: Number(contractorId), callAt })
        }
      />
    </details>
  )
}

/** What a job came to, as the owner corrects it. */
export function JobValue({ offer: { id, jobValueCents } }: { offer: Offer }) {
  const { mutateAsync: save } = useChange(api.jobValue, {
    send: (value: string | null) => ({ params: { offerId: id }, body: { value } }),
    success: 'The job value was saved',
  })
  return (
    <Opener line={`${jobValueCents === null ? 'Enter' : 'Edit'} the job value`}>
      <FieldForm
        fields={[
          {
            name: 'value',
            label: 'Job value in dollars',
            kind: 'amount',
            hint: 'Leave empty if you don’t know.',
            value: jobValueCents === null ? '' : (jobValueCents / 100).toFixed(2),
          },
        ]}
        prefix={`job-${id}-`}
        button="Save job value"
        save={({ value = '' }) => save(value.trim() || null)}
      />
    </Opener>
  )
}
