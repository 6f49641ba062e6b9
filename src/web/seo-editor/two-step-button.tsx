import { useState } from 'react'

type TwoStepButtonProps = {
  label: string
  /** What a screen reader calls the button, where the label alone would not tell it from others. */
  name?: string
  confirmLabel: string
  /** What stands beside the second step. */
  question: string
  isBusy: boolean
  onConfirm: () => unknown
}

/** A button that asks again before it does what cannot be seen beforehand. */
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
        // biome-ignore lint/a11y/noAutofocus: the button that cancelled made way for this one
        autoFocus={step === 'cancelled'}
        onClick={() => setStep('asking')}
      >
        {label}
      </button>
    )
  }
  return (
    <div className="seo-question">
      <p role="alert">{question}</p>
      <button
        className="btn btn-small seo-danger"
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
        // The safe answer is where the focus is: the first button has gone.
        // biome-ignore lint/a11y/noAutofocus: the pressed button made way for this one
        autoFocus
        onClick={() => setStep('cancelled')}
      >
        Cancel
      </button>
    </div>
  )
}
