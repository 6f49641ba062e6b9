import { useState } from 'react'

type TwoStepButtonProps = {
  label: string
  /** For screen readers, where other buttons have the same label. */
  name?: string
  confirmLabel: string
  /** Beside the second step. */
  question: string
  isBusy: boolean
  onConfirm: () => unknown
}

/** A button that asks for a confirmation. */
export function TwoStepButton({
  label,
  name,
  confirmLabel,
  question,
  isBusy,
  onConfirm,
}: TwoStepButtonProps) {
  const [step, setStep] = useState<'untouched' | 'asking' | 'cancelled'>('untouched')
  if (step !== 'asking') {
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
  return (
    <div className="seo-actions">
      <p className="seo-small" role="alert">
        {question}
      </p>
      <button
        className="btn btn-small btn-danger"
        type="button"
        disabled={isBusy}
        onClick={async () => {
          await onConfirm()
          setStep('untouched')
        }}
      >
        {isBusy ? 'Saving...' : confirmLabel}
      </button>
      <button
        className="btn btn-line btn-small"
        type="button"
        disabled={isBusy}
        // biome-ignore lint/a11y/noAutofocus: replaces the pressed button; the focus is on the safe answer
        autoFocus
        onClick={() => setStep('cancelled')}
      >
        Cancel
      </button>
    </div>
  )
}
