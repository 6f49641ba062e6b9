import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

/**
 * What stands above the inbox and asks for something, the most urgent first: elements of the class
 * `office-notice`. It is one live region: a screen reader reads what appears in it. On a phone all but
 * the first are hidden behind a button, so that the first lead is on the first screen.
 */
export function Notices({ children }: { children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  useEffect(() => {
    const element = region.current
    if (!element) return
    const read = () => setCount(element.getElementsByClassName('office-notice').length)
    read()
    const observer = new MutationObserver(read)
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  const others = count - 1
  return (
    <>
      <div
        ref={region}
        id={id}
        className={isOpen ? 'notices' : 'notices notices-folded'}
        role="status"
        aria-atomic="false"
        tabIndex={-1}
      >
        {children}
      </div>
      {others > 0 && (
        <button
          className="text-button notices-toggle"
          type="button"
          aria-controls={id}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show only the first' : `${others} more ${others === 1 ? 'needs' : 'need'} you`}
        </button>
      )}
    </>
  )
}
