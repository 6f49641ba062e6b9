import {
  type ReactNode,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import { Icon } from '../../ui/icon.tsx'

/** Wide enough for the list to stay in use: the panel stands beside it, or covers only its end. */
const wideScreen = '(min-width: 64rem)'

/** Whether a media query matches, as it does now; true on the server. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => true,
  )
}

/** The id of the panel's heading. */
export const panelHeadingId = 'lead-panel-heading'

/** The id of the heading of a section of the panel. */
export const panelSectionId = (heading: string) =>
  `panel-${heading.toLowerCase().replaceAll(' ', '-')}`

type PanelFrameProps = {
  heading: ReactNode
  onClose: () => void
  /** Opens what is below or above in the list: 1 is down, -1 is up. */
  onMove?: (step: 1 | -1) => void
  children: ReactNode
}

/**
 * A dialog: on a wide screen the list stays in use and keeps the focus; else nothing but the panel is
 * in use.
 */
export function PanelFrame({ heading, onClose, onMove, children }: PanelFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isBeside = useMedia(wideScreen)

  useLayoutEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    if (isBeside) element?.show()
    else element?.showModal()
    // show() moves the focus to the first control; back in the list, the arrow keys still work.
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
        {onMove && (
          <>
            <MoveButton name="Previous lead" icon="chevron-up" onPress={() => onMove(-1)} />
            <MoveButton name="Next lead" icon="chevron-down" onPress={() => onMove(1)} />
          </>
        )}
        <button className="panel-close" type="button" onClick={onClose}>
          <Icon name="x" />
          <span className="hidden-text">Close lead</span>
        </button>
      </header>
      {children}
    </dialog>
  )
}

type MoveButtonProps = {
  name: string
  icon: 'chevron-up' | 'chevron-down'
  onPress: () => void
}

/** The panel of the next lead is another one: its button has the focus then. */
function MoveButton({ name, icon, onPress }: MoveButtonProps) {
  const id = panelSectionId(name)
  return (
    <button
      id={id}
      className="panel-close"
      type="button"
      onClick={({ currentTarget }) => {
        // A dialog that closes with the focus in it gives it back to where it was opened.
        currentTarget.blur()
        flushSync(onPress)
        document.getElementById(id)?.focus({ preventScroll: true })
      }}
    >
      <Icon name={icon} />
      <span className="hidden-text">{name}</span>
    </button>
  )
}

/** What every section of the panel gets. */
export type SectionProps = {
  lead: LeadDetails
  /** Opens the panel of another lead. */
  onOpen: (leadId: number) => void
}

type PanelSectionProps = {
  heading: string
  /** For a heading that gets the focus when what was pressed disappears. */
  headingRef?: RefObject<HTMLHeadingElement | null>
  className?: string
  children: ReactNode
}

/** A part of the panel under its own heading. */
export function PanelSection({ heading, headingRef, className = '', children }: PanelSectionProps) {
  return (
    <section className={`panel-section ${className}`}>
      <h3 id={panelSectionId(heading)} ref={headingRef} tabIndex={-1}>
        {heading}
      </h3>
      {children}
    </section>
  )
}
