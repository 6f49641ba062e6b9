import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'

type AskDialogProps = {
  heading: string
  subject?: string | undefined
  text?: string
  /** True where only its button closes it: what it shows is not shown again. */
  isKept?: boolean
  /** True where a press beside it does not close it: what was typed would be lost. */
  isForm?: boolean
  onClose: () => void
  /** What stands below the text. To close it gives the focus back to where it was. */
  children: (close: () => void) => ReactNode
}

/**
 * A dialog over the page, open while it is rendered. The dialog or the list in which it stands hears
 * nothing of it: they would take its Escape for their own.
 */
export function AskDialog(props: AskDialogProps) {
  const { heading, subject, text, isKept, isForm, onClose, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
    if (isKept) title.current?.focus()
  }, [isKept])
  return (
    <dialog
      ref={dialog}
      className="ask"
      closedby={isKept ? 'none' : isForm ? 'closerequest' : 'any'}
      aria-labelledby={id}
      aria-describedby={text && `${id}-text`}
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        event.stopPropagation()
        if (isKept) event.preventDefault()
      }}
      onClose={(event) => {
        event.stopPropagation()
        onClose()
      }}
    >
      <h2 id={id} ref={title} tabIndex={isKept ? -1 : undefined}>
        {heading}
      </h2>
      {subject && (
        <p className="strong">
          <bdi>{subject}</bdi>
        </p>
      )}
      {text && <p id={`${id}-text`}>{text}</p>}
      {children(() => dialog.current?.close())}
    </dialog>
  )
}

type AnswersProps = {
  close: () => void
  /** The words of the button that does nothing. */
  keep: string
  /** The words of the other one; none where there is nothing to do. */
  confirm: string | undefined
  look?: 'danger' | 'main'
  /** Called once the dialog is closed. */
  onConfirm: (pressed: HTMLElement) => void
}

/** The two answers to what a dialog asks. */
export function Answers({ close, keep, confirm, look = 'danger', onConfirm }: AnswersProps) {
  return (
    <div className="actions">
      <Button look="line" onPress={close}>
        {keep}
      </Button>
      {confirm && (
        <Button
          look={look}
          onPress={(pressed) => {
            close()
            onConfirm(pressed)
          }}
        >
          {confirm}
        </Button>
      )}
    </div>
  )
}
