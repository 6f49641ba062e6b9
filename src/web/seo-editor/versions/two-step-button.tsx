import { useState } from 'react'

type QuestionProps = {
  text: string
  /** The labels of the two answers. */
  yes: string
  no: string
  isBusy?: boolean
  onYes: () => unknown
  onNo: () => void
}

/** A question before something is lost. The focus is on the answer that loses nothing. */
export function Question({ text, yes, no, isBusy = false, onYes, onNo }: QuestionProps) {
  return (
    <div className="actions">
      <p className="small strong" role="alert">
        {text}
      </p>
      <button className="btn btn-small btn-danger" type="button" disabled={isBusy} onClick={onYes}>
        {isBusy ? 'Saving...' : yes}
      </button>
      <button
        className="btn btn-line btn-small"
        type="button"
        disabled={isBusy}
        // biome-ignore lint/a11y/noAutofocus: it follows the press that asked for it
        autoFocus
        onClick={onNo}
      >
        {no}
      </button>
    </div>
  )
}

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
export function TwoStepButton(props: TwoStepButtonProps) {
  const { label, name, confirmLabel, question, isBusy, onConfirm } = props
  const [step, setStep] = useState<'untouched' | 'asking' | 'cancelled'>('untouched')
  if (step === 'asking') {
    return (
      <Question
        text={question}
        yes={confirmLabel}
        no="Cancel"
        isBusy={isBusy}
        onYes={async () => {
          await onConfirm()
          setStep('untouched')
        }}
        onNo={() => setStep('cancelled')}
      />
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
