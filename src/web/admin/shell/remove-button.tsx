import { useId, useRef } from 'react'

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

/** Asks before it removes, in a native dialog: Escape cancels, and the focus returns to the button. */
export function RemoveButton({
  subject,
  question,
  consequence,
  verb = 'Remove',
  onRemove,
}: RemoveButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  const textId = useId()
  const close = () => dialog.current?.close()

  return (
    <>
      <button
        className="tool-button danger"
        type="button"
        onClick={() => dialog.current?.showModal()}
      >
        {verb}
        <span className="hidden-text"> {subject}</span>
      </button>
      <dialog
        ref={dialog}
        className="ask"
        closedby="any"
        aria-labelledby={headingId}
        aria-describedby={textId}
      >
        <h2 id={headingId}>{question}</h2>
        <p className="strong">
          <bdi>{subject}</bdi>
        </p>
        <p id={textId}>{consequence}</p>
        <div className="actions">
          <button className="btn btn-line btn-small" type="button" onClick={close}>
            Keep
          </button>
          <button
            className="btn btn-small btn-danger"
            type="button"
            onClick={() => {
              close()
              onRemove()
            }}
          >
            {verb}
          </button>
        </div>
      </dialog>
    </>
  )
}
