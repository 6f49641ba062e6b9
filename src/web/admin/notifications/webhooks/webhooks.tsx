import { useRef, useState } from 'react'
import { QueryFailure } from '../../shell/query-states.tsx'
import { AddForm } from '../add-form.tsx'
import {
  type AddedWebhook,
  useAddWebhook,
  useRemoveWebhook,
  useSwitchWebhook,
  useWebhooks,
} from './use-webhooks.ts'
import { WebhookRow } from './webhook-row.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

const headingId = 'webhooks-heading'

/** The addresses of other systems that are called for each new lead, and a form that adds one. */
export function Webhooks() {
  const webhooks = useWebhooks()
  const { mutateAsync: add } = useAddWebhook()
  const { mutate: switchTo } = useSwitchWebhook()
  const { mutate: remove } = useRemoveWebhook()
  const [added, setAdded] = useState<AddedWebhook>()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = webhooks.data

  const removeAndFocusHeading = (id: number) => {
    // The button that was pressed disappears with its row.
    heading.current?.focus()
    remove(id)
  }

  return (
    <section className="office-part" aria-labelledby={headingId}>
      <h2 id={headingId} ref={heading} tabIndex={-1}>
        Webhooks
      </h2>
      <p className="office-about">
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
      <QueryFailure query={webhooks} text="Failed to fetch webhooks" />
      {list?.length === 0 && <p className="office-about target-none">No webhooks.</p>}
      {list && list.length > 0 && (
        <ul className="targets" aria-labelledby={headingId}>
          {list.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onSwitch={(isActive) => switchTo({ id: webhook.id, isActive })}
              onRemove={() => removeAndFocusHeading(webhook.id)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
