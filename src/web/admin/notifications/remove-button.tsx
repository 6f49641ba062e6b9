import { useId, useRef } from 'react'

type RemoveButtonProps = {
  /** What is removed, for those who hear the button without its row. */
  of: string
  question: string
  /** What it means. */
  consequence: string
  onRemove: () => void
}

/** Asks before it removes. The question is a native dialog: Escape keeps, and the focus comes back. */
export function RemoveButton({ of, question, consequence, onRemove }: RemoveButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  const textId = useId()
  const close = () => dialog.current?.close()

  return (
    <>
      <button
        className="row-button row-button-remove"
        type="button"
        onClick={() => dialog.current?.showModal()}
      >
        Remove<span className="hidden-text"> {of}</span>
      </button>
      <dialog
        ref={dialog}
        className="ask"
        closedby="any"
        aria-labelledby={headingId}
        aria-describedby={textId}
      >
        <h2 id={headingId}>{question}</h2>
        <p className="ask-subject">
          <bdi>{of}</bdi>
        </p>
        <p id={textId}>{consequence}</p>
        <div className="ask-actions">
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
            Remove
          </button>
        </div>
      </dialog>
    </>
  )
}
