import { useState } from 'react'
import { Button, focusHeadingOf } from '../../ui/button.tsx'
import { Answers, AskDialog } from './ask-dialog.tsx'

/** What is asked before something is removed. */
export type Removal = {
  question: string
  /** What removing does, in a sentence. */
  consequence: string
  onRemove: () => void
}

type RemoveButtonProps = Removal & {
  /** What or who is removed, where there are several. */
  subject?: string
  /** The words of the buttons, where it is not removed but ended or withdrawn. */
  verb?: string
  /** Those of the dialog, where they are others. */
  confirm?: string
  keep?: string
  look?: 'danger-tool' | 'line'
  isOff?: boolean
}

/** Asks before it removes. The focus is on the heading then, because the button goes too. */
export function RemoveButton(props: RemoveButtonProps) {
  const { subject, question, consequence, verb = 'Remove', confirm = verb, onRemove } = props
  const { keep = 'Keep', look = 'danger-tool', isOff } = props
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button look={look} isOff={isOff} about={subject} onPress={() => setAsking(true)}>
        {verb}
      </Button>
      {isAsking && (
        <AskDialog
          heading={question}
          subject={subject}
          text={consequence}
          onClose={() => setAsking(false)}
        >
          {(close) => (
            <Answers
              close={close}
              keep={keep}
              confirm={confirm}
              onConfirm={(pressed) => {
                focusHeadingOf(pressed)
                onRemove()
              }}
            />
          )}
        </AskDialog>
      )}
    </>
  )
}
