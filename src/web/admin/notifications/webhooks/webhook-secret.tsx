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
      <h2 id={headingId}>Keep this secret now</h2>
      <p className="ask-subject">
        <bdi>{url}</bdi>
      </p>
      <p>
        With it your system checks that a call comes from here. It is not shown again: if it is
        lost, remove the webhook and add it anew.
      </p>
      <CopyField
        label="Signing secret"
        value={secret}
        selected="The secret is selected: copy it yourself."
      />
      <div className="ask-actions">
        <button
          className="btn btn-line btn-small"
          type="button"
          onClick={() => dialog.current?.close()}
        >
          I have kept it
        </button>
      </div>
    </dialog>
  )
}
