import { useState } from 'react'

type TwoStepButtonProps = {
  label: string
  /** For screen readers, where other buttons have the same label. */
  name?: string
  confirmLabel: string
  /** Beside the second step. */
  question: string
  isBusy: boolean
  onConfirm: () => Promise<unknown>
}

/** A button that asks for a confirmation. The focus is on the answer that loses nothing. */
export function TwoStepButton(props: TwoStepButtonProps) {
  const { label, name, confirmLabel, question, isBusy, onConfirm } = props
  const [step, setStep] = useState<'untouched' | 'asking' | 'cancelled'>('untouched')
  if (step === 'asking') {
    return (
      <div className="actions">
        <p className="small strong" role="alert">
          {question}
        </p>
        <button
          className="btn btn-small btn-danger"
          type="button"
          disabled={isBusy}
          onClick={() => onConfirm().then(() => setStep('untouched'))}
        >
          {isBusy ? 'Saving...' : confirmLabel}
        </button>
        <button
          className="btn btn-line btn-small"
          type="button"
          disabled={isBusy}
          // biome-ignore lint/a11y/noAutofocus: it follows the press that asked for it
          autoFocus
          onClick={() => setStep('cancelled')}
        >
          Cancel
        </button>
      </div>
    )
  }
  return (
    <button
      className="btn btn-line btn-small"
      type="button"
      aria-label={name}
      disabled={isBusy}
      // biome-ignore lint/a11y/noAutofocus: replaces the cancel button, which had the focus
      autoFocus={step === 'cancelled'}
      onClick={() => setStep('asking')}
    >
      {label}
    </button>
  )
}
