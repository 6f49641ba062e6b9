import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'

type Read = { count: number; first: string; isBad: boolean }

/**
 * What stands above the inbox and asks for something, the most urgent first: elements of the class
 * `office-notice`, and what could not be read. They are one line that opens, so that the list is on
 * the first screen whatever has happened. A screen reader reads the line when it changes.
 */
export function Notices({ children }: { children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null)
  const [{ count, first, isBad }, setRead] = useState<Read>({ count: 0, first: '', isBad: false })
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  useEffect(() => {
    const element = list.current
    if (!element) return
    const read = () => {
      const notices = [...element.querySelectorAll('.office-notice, .failure')]
      setRead({
        count: notices.length,
        first: notices[0]?.querySelector('strong, h2, p')?.textContent ?? '',
        isBad: element.querySelector('.failure, [data-tone="bad"]') !== null,
      })
    }
    read()
    const observer = new MutationObserver(read)
    observer.observe(element, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [])
  return (
    <section className="notices" aria-label="What needs you">
      <div role="status">
        {count > 0 && (
          <button
            className="notices-line box"
            type="button"
            data-tone={isBad ? 'bad' : undefined}
            aria-controls={id}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <strong>{count === 1 ? '1 thing needs you' : `${count} things need you`}</strong>
            {!isOpen && <span className="notices-first">{first}</span>}
            <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} />
          </button>
        )}
      </div>
      <div ref={list} id={id} className="notices-list" hidden={!isOpen} tabIndex={-1}>
        {children}
      </div>
    </section>
  )
}
