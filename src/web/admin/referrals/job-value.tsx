import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { sheetCents } from '#/contracts/money/amounts.ts'
import type { Offer } from '#/contracts/referrals/offers.ts'
import { InputField } from '../../ui/fields.tsx'
import { PartForm } from '../shell/part-form.tsx'
import { useChange } from '../shell/use-api.ts'

/** What a job came to, as the owner corrects it. */
export function JobValue({ leadId, offer }: { leadId: number; offer: Offer }) {
  const { id, companyName, jobValueCents } = offer
  const { mutateAsync: save } = useChange(api.jobValue, {
    send: (value: string | null) => ({ params: { offerId: id }, body: { value } }),
    success: 'The value was saved',
    refetches: [pathTo(api.lead, { leadId })],
  })
  const prefix = `job-${id}-`
  return (
    <details className="opener">
      <summary>
        {jobValueCents === null ? 'Enter' : 'Correct'} the job’s value
        <span className="hidden-text"> of {companyName}</span>
      </summary>
      <PartForm
        fields={['value']}
        prefix={prefix}
        button="Save the value"
        busy="Saving…"
        onSend={({ value = '' }) => save(value.trim() || null)}
      >
        {(problems) => (
          <InputField
            frame={{
              name: `${prefix}value`,
              label: 'Job value in dollars',
              hint: 'Leave empty if it is not known.',
              problem: problems.value,
            }}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={jobValueCents === null ? '' : sheetCents(jobValueCents)}
          />
        )}
      </PartForm>
    </details>
  )
}
