import { useState } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import type { AddedWebhook } from '#/contracts/notifications/deliveries.ts'
import { refusalOf } from '../../request.ts'
import { Button } from '../../ui/button.tsx'
import { AskDialog } from '../shell/ask-dialog.tsx'
import { CopyField, Sent } from '../shell/page-parts.tsx'
import { useChange } from '../shell/use-api.ts'
import { TargetList } from './targets.tsx'

/** The addresses of other systems that are called for each new lead, and a form that adds one. */
export function Webhooks() {
  const [added, setAdded] = useState<AddedWebhook>()
  return (
    <>
      <TargetList
        heading="Other programs (webhooks)"
        about={
          <>
            Send every new request right away to other programs, such as a CRM or a chat channel.
            The program gives you the address, called a webhook. Each message is signed per{' '}
            <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
              Standard Webhooks
            </a>
            .
          </>
        }
        noun="webhook"
        list={api.webhooks}
        add={api.addWebhook}
        change={api.changeWebhook}
        remove={api.removeWebhook}
        idName="webhookId"
        field={{
          name: 'url',
          label: 'Webhook address',
          kind: 'url',
          example: 'https://example.com/leads',
        }}
        button="Add webhook"
        none="No webhooks yet."
        question="Remove this webhook?"
        consequence="It gets no more requests, and its signing secret is deleted."
        onAdded={(answer) => setAdded(answer as AddedWebhook)}
        Actions={WebhookTest}
      />
      {added && <WebhookSecret webhook={added} onDone={() => setAdded(undefined)} />}
    </>
  )
}

/** A button that calls a webhook with a test message, and the outcome of the last test. */
function WebhookTest({ id, address }: { id: number; address: string }) {
  const test = useChange(api.webhookTest, {
    send: () => ({ params: { webhookId: id } }),
    refetches: [],
  })
  return (
    <>
      <div className="target-outcome" role="status">
        {test.error && <p className="problem">{refusalOf(test.error, 'url')}</p>}
        {test.data && <Sent {...test.data}>The test was accepted.</Sent>}
      </div>
      <Button about={`to ${address}`} isBusy={test.isPending} onPress={() => test.mutate()}>
        {test.isPending ? 'Testing…' : 'Send test'}
      </Button>
    </>
  )
}

type WebhookSecretProps = { webhook: AddedWebhook; onDone: () => void }

/** Shows a new webhook's secret, which is shown only once. */
function WebhookSecret({ webhook: { url, secret }, onDone }: WebhookSecretProps) {
  return (
    <AskDialog
      heading="Save this secret now"
      subject={url}
      text="Your program uses it to check that a message comes from this site. We won’t show it again. If you lose it, remove the webhook and add it again."
      isKept
      onClose={onDone}
    >
      {(close) => (
        <>
          <CopyField label="Signing secret" value={secret} what="secret" />
          <div className="actions">
            <Button look="line" onPress={close}>
              I’ve saved it
            </Button>
          </div>
        </>
      )}
    </AskDialog>
  )
}
