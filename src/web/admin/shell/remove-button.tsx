import { useState } from 'react'
import { AskDialog } from './ask-dialog.tsx'
import { focusHeadingOf } from './part-form.tsx'

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
      <button className="tool-button danger" type="button" onClick={() => setAsking(true)}>
        {verb}
        <span className="hidden-text"> {subject}</span>
      </button>
      {isAsking && (
        <AskDialog
          heading={question}
          subject={subject}
          text={consequence}
          onClose={() => setAsking(false)}
        >
          {(close) => (
            <div className="actions">
              <button className="btn btn-line btn-small" type="button" onClick={close}>
                Keep
              </button>
              <button
                className="btn btn-small btn-danger"
                type="button"
                onClick={(event) => {
                  close()
                  focusHeadingOf(event.currentTarget)
                  onRemove()
                }}
              >
                {verb}
              </button>
            </div>
          )}
        </AskDialog>
      )}
    </>
  )
}
