import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import { defaultAddress } from '#/contracts/leads/lead-fields.ts'
import type { Correction } from '#/contracts/referrals/office-leads.ts'
import { outsideTowns, type PlaceChoice } from '#/contracts/referrals/place-choices.ts'
import { PanelSection } from '../../shell/panel-frame.tsx'
import { PartForm } from '../../shell/part-form.tsx'
import { hasStatus } from '../../shell/request-errors.ts'
import { useChange } from '../../shell/use-api.ts'
import { detailsPath } from '../lead-queries.ts'
import { LeadFormFields, leadFormFields } from './lead-form-fields.tsx'

const prefix = 'lead-'

const valuesOf = (lead: LeadDetails): Correction['was'] => ({
  name: lead.name,
  phone: lead.phoneAsTyped,
  email: lead.email,
  address: lead.address === defaultAddress ? '' : (lead.address ?? ''),
  town: lead.isOutside ? outsideTowns : ((lead.town ?? '') as PlaceChoice),
  service: lead.service,
  cannotWait: lead.cannotWait,
})

type LeadCorrectionProps = { lead: LeadDetails; onDone: () => void }

/** The fields of a lead, to be corrected. What another user changes meanwhile is not overwritten. */
export function LeadCorrection({ lead, onDone }: LeadCorrectionProps) {
  // As the lead was when the form was opened: it is read anew beside it.
  const [was, setWas] = useState(() => valuesOf(lead))
  const [shown] = useState(was)
  const client = useQueryClient()
  const save = useChange(api.correctLead, {
    send: (body) => ({ params: { leadId: lead.id }, body }),
    success: 'The request was corrected',
    refetches: [api.leads.path],
  })
  async function send({ cannotWait, ...typed }: Record<string, string>) {
    try {
      await save.mutateAsync({ ...typed, cannotWait: cannotWait === 'on', was })
      onDone()
    } catch (error) {
      const newest = client.getQueryData<{ data: LeadDetails }>([detailsPath(lead.id)])
      if (hasStatus(error, 409) && newest) setWas(valuesOf(newest.data))
      throw error
    }
  }
  return (
    <PanelSection heading="Correct this request">
      <PartForm
        fields={[...leadFormFields, 'cannotWait']}
        prefix={prefix}
        button="Save"
        busy="Saving…"
        onSend={send}
        beside={
          <button className="text-button" type="button" onClick={onDone}>
            Cancel
          </button>
        }
      >
        {(problems) => <LeadFormFields prefix={prefix} values={shown} problems={problems} />}
      </PartForm>
    </PanelSection>
  )
}
