import { useEffect, useId, useRef } from 'react'
import { CopyField } from '../../shell/copy-field.tsx'
import type { AddedWebhook } from './use-webhooks.ts'

type WebhookSecretProps = { webhook: AddedWebhook; onDone: () => void }

/** Shows a new webhook's secret, which is shown only once: so only the button closes the dialog. */
export function WebhookSecret({ webhook: { url, secret }, onDone }: WebhookSecretProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()

  useEffect(() => dialog.current?.showModal(), [])

  return (
    <dialog
      ref={dialog}
      className="ask"
      closedby="none"
      aria-labelledby={headingId}
      onClose={onDone}
    >
      <h2 id={headingId}>Save this secret now</h2>
      <p className="ask-subject">
        <bdi>{url}</bdi>
      </p>
      <p>
        Your system uses it to check that a call comes from here. It will not be shown again: if you
        lose it, remove the webhook and add it again.
      </p>
      <CopyField
        label="Signing secret"
        value={secret}
        selected="The secret is selected: press Ctrl+C or ⌘C to copy it."
      />
      <div className="ask-actions">
        <button
          className="btn btn-line btn-small"
          type="button"
          onClick={() => dialog.current?.close()}
        >
          I have saved it
        </button>
      </div>
    </dialog>
  )
}
