import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useState } from 'react'

/** Counts one notice more or less. */
const CountContext = createContext<(change: 1 | -1) => void>(() => undefined)

/** Tells the notices around it whether this one says something. */
export function useCountedNotice(saysSomething: boolean): void {
  const count = useContext(CountContext)
  useLayoutEffect(() => {
    if (!saysSomething) return
    count(1)
    return () => count(-1)
  }, [count, saysSomething])
}

/**
 * What stands above the inbox and asks for something, the most urgent first. On a phone the others
 * wait behind a button, so that the first lead is on the first screen.
 */
export function Notices({ children }: { children: ReactNode }) {
  const [count, setCount] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const [change] = useState(() => (by: 1 | -1) => setCount((before) => before + by))
  const id = useId()
  const others = count - 1
  return (
    <CountContext value={change}>
      <div id={id} className={isOpen || others < 1 ? 'notices' : 'notices notices-folded'}>
        {children}
      </div>
      <div className="notices-others" role="status">
        {others > 0 && (
          <button
            className="text-button"
            type="button"
            aria-controls={id}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen
              ? 'Show only the first'
              : `${others} more ${others === 1 ? 'needs' : 'need'} you`}
          </button>
        )}
      </div>
    </CountContext>
  )
}

/** One of them. Without children it is an empty live region: a reader announces what appears in one. */
export function Notice({ children }: { children?: ReactNode }) {
  useCountedNotice(Boolean(children))
  return (
    <div className={children ? 'office-notice' : undefined} role="status">
      {children}
    </div>
  )
}
