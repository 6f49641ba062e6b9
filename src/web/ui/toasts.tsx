import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { sharedLabels } from '#/content/chrome.ts'
import { Icon } from './icon.tsx'
import { hideToast, type Toast, useShownToast, useToastPlace } from './show-toast.ts'

const durationMs = 5000
/** With something to decide in it. */
const actionMs = 10_000
const swipeThresholdPx = 50
/** A finger that moves less than this is pressing, not swiping. */
const pressTolerancePx = 5
const focusKey = 'F8'

/**
 * Where toasts appear. Part of every page's code, and not from a package that would be too large
 * for that: a toast reports failures, also that nothing can be loaded.
 */
export function Toasts() {
  const toast = useShownToast()
  const place = useToastPlace()
  const card = toast && <ToastCard key={toast.id} toast={toast} />
  return (
    <>
      <div className="toast-viewport" role="status">
        {!place && card}
      </div>
      {place && card && createPortal(<div className="toast-viewport">{card}</div>, place)}
    </>
  )
}

/** Goes to the right with the finger; far enough, it is hidden. */
function useSwipe() {
  const startX = useRef<number>(undefined)
  const [offset, setOffset] = useState(0)

  function move(event: PointerEvent<HTMLElement>) {
    if (startX.current === undefined) return
    const distance = event.clientX - startX.current
    if (distance < pressTolerancePx && offset === 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setOffset(Math.max(0, distance))
  }

  function end() {
    startX.current = undefined
    if (offset >= swipeThresholdPx) hideToast()
    else setOffset(0)
  }

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      startX.current = event.clientX
    },
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
  }
  return { offset, handlers }
}

/**
 * For five seconds, or ten with an action, longer while a pointer or the focus is on it; or until it is closed or swiped.
 */
function ToastCard({ toast }: { toast: Toast }) {
  const card = useRef<HTMLDivElement>(null)
  const [isHeld, setHeld] = useState(false)
  const { offset, handlers } = useSwipe()
  const { action } = toast
  const shownMs = action ? actionMs : durationMs

  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(hideToast, shownMs)
    return () => clearTimeout(timer)
  }, [isHeld, shownMs])

  useEffect(() => {
    const focusByKey = ({ key }: KeyboardEvent) => key === focusKey && card.current?.focus()
    addEventListener('keydown', focusByKey)
    return () => removeEventListener('keydown', focusByKey)
  }, [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swiping is a shortcut; the button closes it too
    <div
      ref={card}
      className={`toast toast-${toast.tone}`}
      tabIndex={-1}
      style={{ translate: `${offset}px` }}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={({ key }) => key === 'Escape' && hideToast()}
      {...handlers}
    >
      <p className="toast-title">{toast.title}</p>
      <p className="toast-text">{toast.text}</p>
      {action && (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            hideToast()
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        className="icon-button toast-close"
        aria-label={sharedLabels.dismissToast}
        onClick={hideToast}
      >
        <Icon name="x" />
      </button>
    </div>
  )
}
