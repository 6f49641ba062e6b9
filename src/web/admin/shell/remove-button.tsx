import { useState } from 'react'
import { Button, focusHeadingOf } from '../../ui/button.tsx'
import { AskDialog } from './ask-dialog.tsx'

/** What is asked before something is removed. */
export type Removal = {
  question: string
  /** What removing does, in a sentence. */
  consequence: string
  onRemove: () => void
}

type RemoveButtonProps = Removal & {
  /** What or who is removed. */
  subject: string
  /** The words of the buttons, where it is not removed but ended or withdrawn. */
  verb?: string
}

/** Asks before it removes. The focus is on the heading then, because the button goes too. */
export function RemoveButton(props: RemoveButtonProps) {
  const { subject, question, consequence, verb = 'Remove', onRemove } = props
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button look="danger-tool" about={subject} onPress={() => setAsking(true)}>
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
            <div className="actions">
              <Button look="line" onPress={close}>
                Keep
              </Button>
              <Button
                look="danger"
                onPress={(pressed) => {
                  close()
                  focusHeadingOf(pressed)
                  onRemove()
                }}
              >
                {verb}
              </Button>
            </div>
          )}
        </AskDialog>
      )}
    </>
  )
}
