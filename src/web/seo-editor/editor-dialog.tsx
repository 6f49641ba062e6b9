import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../ui/icon.tsx'

type EditorDialogProps = {
  pagePath: string
  /** Asks to close the editor, by its button or by Escape. */
  onLeave: () => void
  children: ReactNode
}

/** The frame of the editor: a modal dialog that only its owner closes. */
export function EditorDialog({ pagePath, onLeave, children }: EditorDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const { current } = dialog
    if (current && !current.open) current.showModal()
    // The first button would be Close, which is not what one comes for.
    heading.current?.focus()
  }, [])

  function holdOpen() {
    // A browser lets no page hold a dialog open against a second Escape, so it is opened anew.
    if (!dialog.current?.open) dialog.current?.showModal()
    onLeave()
  }

  return (
    <dialog
      ref={dialog}
      className="seo-editor"
      aria-labelledby="seo-editor-heading"
      onCancel={(event) => {
        // A chosen file or a closed list may cancel too, further inside.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onLeave()
      }}
      onClose={holdOpen}
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
