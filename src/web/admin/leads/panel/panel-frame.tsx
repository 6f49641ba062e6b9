import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { useMedia } from '../use-media.ts'

/** Where there is room for it beside the list, which then stays in use. */
const besideList = '(width >= 64rem)'

/** The id of the panel's heading. */
export const panelHeadingId = 'lead-panel-heading'

type PanelFrameProps = {
  heading: ReactNode
  onClose: () => void
  children: ReactNode
}

/**
 * The panel: beside the list where there is room for both, and the whole screen of a phone. It takes
 * the focus only from what is gone, or from where it covers the list.
 */
export function PanelFrame({ heading, onClose, children }: PanelFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isBeside = useMedia(besideList)

  useLayoutEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    if (isBeside) element?.show()
    else element?.showModal()
    // Opening moves the focus to the first control; the list keeps it, so that the arrows go on.
    if (isBeside && before instanceof HTMLElement && before !== document.body) {
      before.focus({ preventScroll: true })
    }
    return () => element?.close()
  }, [isBeside])

  return (
    <dialog
      ref={dialog}
      className="lead-panel"
      aria-labelledby={panelHeadingId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className="panel-head">
        <h2 id={panelHeadingId} tabIndex={-1}>
          {heading}
        </h2>
        <button className="panel-close" type="button" onClick={onClose}>
          <Icon name="x" />
          <span className="hidden-text">Close lead</span>
        </button>
      </header>
      {children}
    </dialog>
  )
}
