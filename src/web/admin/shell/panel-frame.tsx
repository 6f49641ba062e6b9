import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import type { OpenedLead } from '#/contracts/notifications/deliveries.ts'
import { Icon } from '../../ui/icon.tsx'
import { placeToastsIn } from '../../ui/show-toast.ts'
import { Time } from './times.tsx'

/** Wide enough for the list to stay in use: the panel stands beside it, or covers only its end. */
const wideScreen = '(min-width: 64rem)'

function subscribe(listener: () => void) {
  const list = matchMedia(wideScreen)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

export const panelHeadingId = 'lead-panel-heading'

/** The id of the heading of a section of the panel. */
export const panelSectionId = (heading: string) =>
  `panel-${heading.toLowerCase().replaceAll(' ', '-')}`

/** Goes to a part of the panel, or to a field of it. */
export function goInPanel(id: string): void {
  const part = document.getElementById(id)
  part?.scrollIntoView({ block: 'start' })
  part?.focus({ preventScroll: true })
}

/**
 * Keeps the focus in the panel where the button that was pressed disappears or is switched off: the
 * heading of its section gets it, or the panel's.
 */
function useKeptFocus(panel: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { current } = panel
    if (!current) return
    let heading: Element | null | undefined
    const come = ({ target }: FocusEvent) => {
      const section = target instanceof Element ? target.closest('.panel-section') : undefined
      heading = section?.querySelector('h3[tabindex]') ?? current.querySelector('h2')
    }
    // Who presses beside the controls, or goes on elsewhere, has left them.
    const leave = (event: FocusEvent | PointerEvent) => {
      if (event.type === 'pointerdown' || event.relatedTarget) heading = undefined
    }
    const observer = new MutationObserver(() => {
      const { activeElement } = document
      const isLost = activeElement === document.body || activeElement?.matches(':disabled')
      if (!heading || !isLost) return
      const next = heading.isConnected ? heading : current.querySelector('h2')
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    })
    current.addEventListener('focusin', come)
    current.addEventListener('focusout', leave)
    document.addEventListener('pointerdown', leave)
    observer.observe(current, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      current.removeEventListener('focusin', come)
      current.removeEventListener('focusout', leave)
      document.removeEventListener('pointerdown', leave)
      observer.disconnect()
    }
  }, [panel])
}

type PanelFrameProps = {
  heading: ReactNode
  /** What is in it: another one is read from its top. */
  shownId: number
  onClose: () => void
  /** Opens what is below or above in the list: 1 is down, -1 is up. */
  onMove: (step: 1 | -1) => void
  children: ReactNode
}

/**
 * A dialog: on a wide screen the list stays in use and keeps the focus; else nothing but the panel is
 * in use.
 */
export function PanelFrame({ heading, shownId, onClose, onMove, children }: PanelFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isBeside = useSyncExternalStore(
    subscribe,
    () => matchMedia(wideScreen).matches,
    () => true,
  )

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
  useKeptFocus(dialog)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what the effect is for
  useLayoutEffect(() => {
    // Some browsers return a promise, which is no cleanup.
    dialog.current?.scrollTo(0, 0)
  }, [shownId])

  return (
    <dialog
      ref={dialog}
      className="lead-panel"
      aria-labelledby={panelHeadingId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className="panel-head">
        <h2 id={panelHeadingId} tabIndex={-1}>
          {heading}
        </h2>
        <button className="icon-button" type="button" onClick={() => onMove(-1)}>
          <Icon name="chevron-up" />
          <span className="hidden-text">Previous request</span>
        </button>
        <button className="icon-button" type="button" onClick={() => onMove(1)}>
          <Icon name="chevron-down" />
          <span className="hidden-text">Next request</span>
        </button>
        <button className="icon-button" type="button" onClick={onClose}>
          <Icon name="x" />
          <span className="hidden-text">Close request</span>
        </button>
      </header>
      {children}
      {/* What is outside of a modal dialog lies behind it. */}
      {!isBeside && <div role="status" ref={placeToastsIn} />}
    </dialog>
  )
}

/** What every section of the panel gets. */
export type SectionProps = {
  lead: OpenedLead
  /** Opens the panel of another lead. */
  onOpen: (leadId: number) => void
}

/** A part of the panel under its own heading. */
export function PanelSection({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="panel-section">
      <h3 id={panelSectionId(heading)} tabIndex={-1}>
        {heading}
      </h3>
      {children}
    </section>
  )
}

type QuotesProps = { items: readonly { id: number; text: string; by?: string; at: string }[] }

/** What people wrote, with who did and when; nothing where nobody has. */
export function Quotes({ items }: QuotesProps) {
  if (items.length === 0) return null
  return (
    <ul className="column tight quotes">
      {items.map(({ id, text, by, at }) => (
        <li key={id}>
          <p className="typed" dir="auto">
            {text}
          </p>
          <p className="by">
            {by && <bdi>{by}, </bdi>}
            <Time at={at} isMuted />
          </p>
        </li>
      ))}
    </ul>
  )
}
