import { useEffect, useId, useRef, useState } from 'react'

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void }

/** Shows new recovery codes, which are shown only once: so only the button closes the dialog. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [outcome, setOutcome] = useState('')
  const headingId = useId()
  const text = codes.join('\n')

  useEffect(() => {
    dialog.current?.showModal()
    heading.current?.focus()
  }, [])

  function finish() {
    // The dialog's own event comes later, and would then take the focus from where it went by then.
    dialog.current?.close()
    onDone()
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('Copied.')
    } catch {
      // Without HTTPS, or without permission.
      setOutcome('Your browser blocked copying. Download or print them instead.')
    }
  }

  return (
    <dialog
      ref={dialog}
      className="ask recovery"
      closedby="none"
      aria-labelledby={headingId}
      onCancel={(event) => event.preventDefault()}
      onClose={onDone}
    >
      <h2 id={headingId} ref={heading} tabIndex={-1}>
        Save these recovery codes now
      </h2>
      <p>
        Each signs you in once, with your password, if you lose your app or passkey. They will not
        be shown again.
      </p>
      <ol className="bullets recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="row">
        <button className="tool-button" type="button" onClick={copy}>
          Copy
        </button>
        <a
          className="tool-button"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        >
          Download
        </a>
        <button className="tool-button" type="button" onClick={() => print()}>
          Print
        </button>
      </div>
      <p className="hint" role="status">
        {outcome}
      </p>
      <div className="actions">
        <button className="btn btn-small" type="button" onClick={finish}>
          I have saved them
        </button>
      </div>
    </dialog>
  )
}
