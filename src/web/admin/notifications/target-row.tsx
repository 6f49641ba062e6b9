import { type ReactNode, useId, useRef } from 'react'

type Removal = {
  question: string
  /** What removing does, in a sentence. */
  consequence: string
  onRemove: () => void
}

type TargetRowProps = {
  /** The mail address, or the webhook's. */
  address: string
  isActive: boolean
  onSwitch: (isActive: boolean) => void
  removal: Removal
  /** More buttons, before the others. */
  actions?: ReactNode
  /** Shown below the row. */
  children?: ReactNode
}

/** A recipient or a webhook in its list: whether it is active, a switch for that, and removal. */
export function TargetRow(props: TargetRowProps) {
  const { address, isActive, onSwitch, removal, actions, children } = props
  return (
    <li className={isActive ? 'target' : 'target target-off'}>
      <bdi className="target-address">{address}</bdi>
      <span className="state-mark" data-tone={isActive ? 'good' : 'off'}>
        {isActive ? 'Active' : 'Disabled'}
      </span>
      <div className="target-actions">
        {actions}
        <button className="row-button" type="button" onClick={() => onSwitch(!isActive)}>
          {isActive ? 'Disable' : 'Enable'}
          <span className="hidden-text"> {address}</span>
        </button>
        <RemoveButton address={address} {...removal} />
      </div>
      {children}
    </li>
  )
}

type RemoveButtonProps = Removal & { address: string }

/** Asks before it removes, in a native dialog: Escape cancels, and the focus returns to the button. */
function RemoveButton({ address, question, consequence, onRemove }: RemoveButtonProps) {
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
        Remove<span className="hidden-text"> {address}</span>
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
          <bdi>{address}</bdi>
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
