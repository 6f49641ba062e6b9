import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { estimateFields } from '#/content/estimate-form.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { leadFields } from '#/contracts/leads/lead-fields.ts'
import {
  type LeadPanel,
  type OfficeLead,
  officeValues,
  outsideTowns,
} from '#/contracts/referrals/office-leads.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { serviceChoices, unsureServiceId } from '#/contracts/site/services.ts'
import { hasStatus } from '../../../request.ts'
import { submissionIdFor } from '../../../submission-ids.ts'
import { Button } from '../../../ui/button.tsx'
import type { FormField } from '../../../ui/form-fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { AskDialog } from '../../shell/ask-dialog.tsx'
import { FieldForm } from '../../shell/field-form.tsx'
import { PanelSection } from '../../shell/panel-frame.tsx'
import { useChange, useTowns } from '../../shell/use-api.ts'

const textFields = [
  ['name', 'text'],
  ['phone', 'phone'],
  ['email', 'email'],
  ['address', 'text'],
] as const

/** A name, how to reach them, where, what for, and whether it can wait. */
const fieldsWith = (values: Partial<OfficeLead>, towns: readonly string[]): FormField[] => [
  ...textFields.map(([name, kind]) => ({
    name,
    kind,
    label: estimateFields[name].shortLabel,
    limit: leadFields[name].limit,
    value: values[name],
  })),
  {
    name: 'town',
    label: 'Town',
    kind: 'choice',
    none: 'Not known',
    of: [...towns, [outsideTowns, 'Outside our towns']],
    value: values.town,
  },
  {
    name: 'service',
    label: estimateFields.service.shortLabel,
    kind: 'choice',
    of: serviceChoices.map((id) => [id, serviceLabel(id)] as const),
    value: values.service,
  },
  {
    name: 'cannotWait',
    label: 'Treat it as an emergency',
    kind: 'switch',
    isOn: values.cannotWait ?? false,
  },
]

/** What was typed, as the server wants it. */
const bodyOf = ({ cannotWait, ...typed }: Record<string, string>) => ({
  ...typed,
  cannotWait: cannotWait === 'on',
})

/** The fields of a lead, to be corrected. What another user changes meanwhile is not overwritten. */
export function LeadCorrection({ lead, onDone }: { lead: LeadPanel; onDone: () => void }) {
  // As the lead was when the form was opened: it is read anew beside it.
  const [opened] = useState(() => officeValues(lead))
  const [was, setWas] = useState(opened)
  const fields = fieldsWith(opened, useTowns())
  const client = useQueryClient()
  const params = { leadId: lead.id }
  const save = useChange(api.correctLead, {
    send: (body) => ({ params, body }),
    success: 'The request was updated',
  })
  async function send(typed: Record<string, string>) {
    try {
      await save.mutateAsync({ ...bodyOf(typed), was })
      onDone()
    } catch (error) {
      const newest = client.getQueryData<{ data: LeadPanel }>([pathTo(api.lead, params)])
      if (hasStatus(error, 409) && newest) setWas(officeValues(newest.data))
      throw error
    }
  }
  return (
    <PanelSection heading="Edit this request">
      <FieldForm fields={fields} prefix="lead-" save={send} onCancel={onDone} />
    </PanelSection>
  )
}

/** The button that opens the form for a caller's request, and the dialog with it. */
export function NewRequest() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onPress={() => setOpen(true)}>
        <Icon name="plus" />
        <span className="wide-word">New request</span>
      </Button>
      {isOpen && <NewRequestDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const message: FormField = {
  name: 'message',
  label: 'What they said',
  kind: 'area',
  rows: 4,
  limit: leadFields.message.limit,
}

function NewRequestDialog({ onClose }: { onClose: () => void }) {
  // What is sent again after a failure is stored once, and what was corrected meanwhile is not lost.
  const ids = useRef<Record<string, string>>({})
  const towns = useTowns()
  const [, navigate] = useLocation()
  const enter = useChange(api.enterLead, { success: 'The request was saved' })
  async function send(typed: Record<string, string>, close: () => void) {
    const content = JSON.stringify(typed)
    const submissionId = submissionIdFor(content, ids.current)
    ids.current[content] = submissionId
    const { id } = await enter.mutateAsync({ ...bodyOf(typed), submissionId })
    // Closed first: the dialog gives the focus back to where it was opened.
    close()
    navigate(leadPagePath(id))
  }
  return (
    <AskDialog
      heading="New request by phone"
      text="A name and a phone number are enough."
      isForm
      onClose={onClose}
    >
      {(close) => (
        <FieldForm
          fields={[...fieldsWith({ service: unsureServiceId }, towns), message]}
          prefix="caller-"
          button="Save the request"
          save={(typed) => send(typed, close)}
          cancel="Close without saving"
          onCancel={close}
        />
      )}
    </AskDialog>
  )
}
