import { useState } from 'react'
import { Button } from '../ui/button.tsx'

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
        <Button
          look="danger"
          isOff={isBusy}
          onPress={() => onConfirm().then(() => setStep('untouched'))}
        >
          {isBusy ? 'Saving...' : confirmLabel}
        </Button>
        <Button
          look="line"
          isOff={isBusy}
          // It follows the press that asked for it.
          autoFocus
          onPress={() => setStep('cancelled')}
        >
          Cancel
        </Button>
      </div>
    )
  }
  return (
    <Button
      look="line"
      aria-label={name}
      isOff={isBusy}
      // It replaces the cancel button, which had the focus.
      autoFocus={step === 'cancelled'}
      onPress={() => setStep('asking')}
    >
      {label}
    </Button>
  )
}
