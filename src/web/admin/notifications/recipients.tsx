import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { Recipient } from '#/contracts/notifications/notifications.ts'
import { TargetList } from './targets.tsx'

const recipients = {
  path: api.recipients.path,
  pathOf: (recipientId: number) => pathTo(api.changeRecipient, { recipientId }),
  field: 'email',
  noun: 'email notification',
  heading: 'Email recipients',
  form: {
    label: 'Email address',
    placeholder: 'office@example.com',
    inputMode: 'email',
    button: 'Add',
  },
  none: 'No one is notified by email yet. Add an address.',
  removal: {
    question: 'Remove this recipient?',
    consequence: 'They get no more emails, not even those waiting to be sent.',
  },
} as const

/** Who gets a mail for each new lead, and a form that adds a person. */
export function Recipients() {
  return (
    <TargetList<Recipient>
      kind={recipients}
      about={(list) => (
        <p className="office-about">
          Each active recipient gets an email for every new lead
          {list &&
            list.length > 0 &&
            `: ${list.filter(({ isActive }) => isActive).length} of ${list.length} active`}
          .
        </p>
      )}
    />
  )
}
