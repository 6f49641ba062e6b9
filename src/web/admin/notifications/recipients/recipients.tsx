import { useRef } from 'react'
import { Loading, QueryFailure } from '../../shell/query-states.tsx'
import { AddForm } from '../add-form.tsx'
import { useDeliverySummary } from '../deliveries/use-deliveries.ts'
import { TargetRow } from '../target-row.tsx'
import {
  useAddRecipient,
  useRecipients,
  useRemoveRecipient,
  useSwitchRecipient,
} from './use-recipients.ts'

const headingId = 'recipients-heading'

/** Who gets a mail for each new lead, and a form that adds somebody. */
export function Recipients() {
  const recipients = useRecipients()
  const { mutateAsync: add } = useAddRecipient()
  const { mutate: switchTo } = useSwitchRecipient()
  const { mutate: remove } = useRemoveRecipient()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = recipients.data
  const active = list?.filter(({ isActive }) => isActive).length ?? 0

  const removeAndFocusHeading = (id: number) => {
    // The button that was pressed disappears with its row.
    heading.current?.focus()
    remove(id)
  }

  return (
    <section className="office-part" aria-labelledby={headingId}>
      <h2 id={headingId} ref={heading} tabIndex={-1}>
        Mail recipients
      </h2>
      <p className="office-about">
        Each active recipient gets an email for every new lead
        {list && list.length > 0 && `: ${active} of ${list.length} active`}.
      </p>
      <MailMode />
      <AddForm
        name="email"
        label="Email address"
        placeholder="office@example.com"
        inputMode="email"
        button="Add"
        onAdd={add}
      />
      <QueryFailure query={recipients} text="Failed to fetch email notifications" />
      {recipients.isPending && <Loading className="office-about target-none" />}
      {list?.length === 0 && (
        <p className="office-about target-none">No one is notified by email yet. Add an address.</p>
      )}
      {list && list.length > 0 && (
        <ul className="targets" aria-labelledby={headingId}>
          {list.map(({ id, email, isActive }) => (
            <TargetRow
              key={id}
              address={email}
              isActive={isActive}
              onSwitch={(isActive) => switchTo({ id, isActive })}
              removal={{
                question: 'Remove this recipient?',
                consequence: 'They get no more emails, not even those waiting to be sent.',
                onRemove: () => removeAndFocusHeading(id),
              }}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/** How mails leave this server, or that they do not. */
function MailMode() {
  const { data } = useDeliverySummary()
  if (!data) return null
  if (data.mode === 'smtp') {
    return <p className="office-about">Email goes out through the mail server in SMTP_URL.</p>
  }
  return (
    <p className="office-about mail-mode-files">
      <strong>No email leaves this server.</strong> Emails are kept as files in{' '}
      <code>{data.mailFolder}</code> because SMTP_URL is not set.
    </p>
  )
}
