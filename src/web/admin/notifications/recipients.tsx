import { useRef } from 'react'
import { Failure } from '../shell/failure.tsx'
import { AddForm } from './add-form.tsx'
import { MailMode } from './mail-mode.tsx'
import { TargetRow } from './target-row.tsx'
import {
  useAddRecipient,
  useRecipients,
  useRemoveRecipient,
  useSwitchRecipient,
} from './use-recipients.ts'

/** Who gets a mail for each new lead. */
export function Recipients({ headingId }: { headingId: string }) {
  const recipients = useRecipients()
  const { mutateAsync: add } = useAddRecipient()
  const { mutate: switchTo } = useSwitchRecipient()
  const { mutate: remove } = useRemoveRecipient()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = recipients.data
  const active = list?.filter(({ isActive }) => isActive).length ?? 0

  const removeAndStay = (id: number) => {
    // The button that was pressed goes with its row.
    heading.current?.focus()
    remove(id)
  }

  return (
    <>
      <h2 id={headingId} ref={heading} tabIndex={-1}>
        Mail recipients
      </h2>
      <p className="notify-about">
        Each active recipient gets a mail for every new lead
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
      {recipients.isError && (
        <Failure
          text="Failed to fetch email notifications"
          isRetrying={recipients.isFetching}
          onRetry={() => void recipients.refetch()}
        />
      )}
      {recipients.isPending && (
        <p className="target-none" role="status">
          Loading...
        </p>
      )}
      {list?.length === 0 && (
        <p className="target-none">
          Nobody is told of new leads by mail yet. Add the address that should be.
        </p>
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
                consequence: 'They get no more mails, not even those that are waiting to be sent.',
                onRemove: () => removeAndStay(id),
              }}
            />
          ))}
        </ul>
      )}
    </>
  )
}
