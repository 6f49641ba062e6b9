import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { serviceLabel } from '#/content/service-label.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { leadFields } from '#/contracts/leads/lead-fields.ts'
import type { Correction } from '#/contracts/referrals/office-leads.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { unsureServiceId } from '#/contracts/site/services.ts'
import { readPhone } from '#/contracts/values/phone.ts'
import { AreaField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useSite } from '../../../words.ts'
import { call } from '../../shell/call.ts'
import { OfficeDialog } from '../../shell/page-parts.tsx'
import { PartForm } from '../../shell/part-form.tsx'
import { Time } from '../../shell/times.tsx'
import { useChange } from '../../shell/use-api.ts'
import { LeadFormFields, leadFormFields } from './lead-form-fields.tsx'

const prefix = 'caller-'

const empty: Correction['was'] = {
  name: '',
  phone: '',
  email: '',
  address: '',
  town: '',
  service: unsureServiceId,
  cannotWait: false,
}

/** The button that opens the form for a caller's request, and the dialog with it. */
export function NewRequest() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        className="tool-button"
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="plus" />
        <span className="wide-word">New request</span>
      </button>
      {isOpen && <NewRequestDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function NewRequestDialog({ onClose }: { onClose: () => void }) {
  // Made once, so that what is sent again after a failure is stored once.
  const [submissionId] = useState(() => crypto.randomUUID())
  const [phone, setPhone] = useState('')
  const [, navigate] = useLocation()
  const enter = useChange(api.enterLead, {
    send: (body: object) => ({ body: { ...body, submissionId } }),
    success: 'The request was saved',
    refetches: [api.leads.path],
  })
  async function send({ cannotWait, ...typed }: Record<string, string>) {
    const { id } = await enter.mutateAsync({ ...typed, cannotWait: cannotWait === 'on' })
    onClose()
    navigate(leadPagePath(id))
  }
  return (
    <OfficeDialog heading="New request by phone" close="Close without saving" onClose={onClose}>
      <div className="panel-section">
        <PartForm
          fields={[...leadFormFields, 'cannotWait', 'message']}
          prefix={prefix}
          button="Save the request"
          busy="Saving…"
          onSend={send}
        >
          {(problems) => (
            <>
              <p className="office-about">A name and a phone number are enough.</p>
              <LeadFormFields
                prefix={prefix}
                values={empty}
                problems={problems}
                onPhone={setPhone}
              />
              <SameCaller phone={phone} />
              <AreaField
                frame={{
                  name: `${prefix}message`,
                  label: 'What they said',
                  wide: true,
                  problem: problems.message,
                }}
                rows={4}
                maxLength={leadFields.message.limit}
              />
            </>
          )}
        </PartForm>
      </div>
    </OfficeDialog>
  )
}

/** The latest requests from the number that was typed, if there are any. */
function SameCaller({ phone }: { phone: string }) {
  const { apiBaseUrl } = useSite()
  const read = readPhone(phone)
  const digits = 'problem' in read ? '' : read.number.replace('+', '')
  const { data } = useQuery({
    queryKey: [`${api.leads.path}?same-caller=${digits}`],
    queryFn: () => call(api.leads, { params: { limit: 3, q: digits } }, { apiBaseUrl }),
    enabled: digits !== '',
  })
  const found = digits === '' ? [] : (data?.data ?? [])
  return (
    <div role="status">
      {found.length > 0 && (
        <>
          <p className="strong">This number has sent a request before:</p>
          <ul className="column tight">
            {found.map(({ id, name, service, createdAt }) => (
              <li key={id}>
                <Link className="text-button" href={leadPagePath(id)}>
                  {id} <bdi>{name}</bdi>
                </Link>{' '}
                <span className="by">
                  {serviceLabel(service)}, <Time at={createdAt} isMuted />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
