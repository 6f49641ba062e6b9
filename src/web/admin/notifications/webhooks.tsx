import { useRef, useState } from 'react'
import { Failure } from '../shell/failure.tsx'
import { AddForm } from './add-form.tsx'
import {
  type AddedWebhook,
  useAddWebhook,
  useRemoveWebhook,
  useSwitchWebhook,
  useWebhooks,
} from './use-webhooks.ts'
import { WebhookRow } from './webhook-row.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

/** The addresses of other systems that are told of each new lead. */
export function Webhooks({ headingId }: { headingId: string }) {
  const webhooks = useWebhooks()
  const { mutateAsync: add } = useAddWebhook()
  const { mutate: switchTo } = useSwitchWebhook()
  const { mutate: remove } = useRemoveWebhook()
  const [added, setAdded] = useState<AddedWebhook>()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = webhooks.data

  const removeAndStay = (id: number) => {
    // The button that was pressed goes with its row.
    heading.current?.focus()
    remove(id)
  }

  return (
    <>
      <h2 id={headingId} ref={heading} tabIndex={-1}>
        Webhooks
      </h2>
      <p className="notify-about">
        Each active webhook is called with every new lead as JSON, signed after the{' '}
        <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
          Standard Webhooks
        </a>{' '}
        specification: for a CRM or a chat channel.
      </p>
      <AddForm
        name="url"
        label="Webhook address"
        placeholder="https://example.com/leads"
        inputMode="url"
        button="Add webhook"
        onAdd={async (url) => setAdded((await add(url)).data)}
      />
      {added && <WebhookSecret webhook={added} onDone={() => setAdded(undefined)} />}
      {webhooks.isError && (
        <Failure
          text="Failed to fetch webhooks"
          isRetrying={webhooks.isFetching}
          onRetry={() => void webhooks.refetch()}
        />
      )}
      {list?.length === 0 && <p className="target-none">No webhooks.</p>}
      {list && list.length > 0 && (
        <ul className="targets" aria-labelledby={headingId}>
          {list.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onSwitch={(isActive) => switchTo({ id: webhook.id, isActive })}
              onRemove={() => removeAndStay(webhook.id)}
            />
          ))}
        </ul>
      )}
    </>
  )
}
