import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../ui/icon.tsx'

type EditorDialogProps = {
  pagePath: string
  /** Asks to close the editor, by its button or by Escape. */
  onLeave: () => void
  children: ReactNode
}

/** The frame of the editor: a modal dialog that stays open until `onLeave` closes it. */
export function EditorDialog({ pagePath, onLeave, children }: EditorDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const { current } = dialog
    if (current && !current.open) current.showModal()
    // Without this the focus would be on the first button, which closes the editor.
    heading.current?.focus()
  }, [])

  function reopen() {
    // No page can prevent that a second Escape closes a dialog, so it is opened again.
    if (!dialog.current?.open) dialog.current?.showModal()
    onLeave()
  }

  return (
    <dialog
      ref={dialog}
      className="seo-editor"
      aria-labelledby="seo-editor-heading"
      onCancel={(event) => {
        // Controls inside the dialog, such as a file input, have cancel events of their own.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onLeave()
      }}
      onClose={reopen}
    >
      <header className="seo-head">
        <div>
          <h2 id="seo-editor-heading" ref={heading} tabIndex={-1}>
            SEO Editor
          </h2>
          <p className="seo-path">{pagePath}</p>
        </div>
        <button className="seo-close" type="button" onClick={onLeave}>
          <Icon name="x" />
          <span>Close</span>
        </button>
      </header>
      {children}
    </dialog>
  )
}
