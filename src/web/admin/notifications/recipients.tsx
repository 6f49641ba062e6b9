import { api } from '#/contracts/endpoints/api.ts'
import { TargetList } from './targets.tsx'

const recipients = {
  rows: {
    list: api.recipients,
    add: api.addRecipient,
    change: api.changeRecipient,
    remove: api.removeRecipient,
  },
  id: 'recipientId',
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
    <TargetList
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
