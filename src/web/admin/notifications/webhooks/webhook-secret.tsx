import { useEffect, useId, useRef, useState } from 'react'
import type { AddedWebhook } from './use-webhooks.ts'

type WebhookSecretProps = { webhook: AddedWebhook; onDone: () => void }

/** Shows a new webhook's secret, which is shown only once: so only the button closes the dialog. */
export function WebhookSecret({ webhook: { url, secret }, onDone }: WebhookSecretProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState('')
  const headingId = useId()
  const fieldId = useId()

  useEffect(() => dialog.current?.showModal(), [])

  async function copy() {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(secret)
      setOutcome('Copied.')
    } catch {
      // Without HTTPS, or without permission: the text is selected all the same.
      setOutcome(
        'The browser does not let this page copy. The secret is selected: copy it yourself.',
      )
    }
  }

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
      <div className="field">
        <label className="label" htmlFor={fieldId}>
          Signing secret
        </label>
        <div className="add-row">
          <input ref={field} id={fieldId} className="input secret" readOnly value={secret} />
          <button className="btn btn-small" type="button" onClick={copy}>
            Copy
          </button>
        </div>
        <p className="hint" role="status">
          {outcome}
        </p>
      </div>
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
