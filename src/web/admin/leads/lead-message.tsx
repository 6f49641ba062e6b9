import { useState } from 'react'
import { excerpt } from './message-excerpt.ts'

/** A message, cut short until it is asked for. */
export function LeadMessage({ text }: { text: string | null }) {
  const [isOpen, setOpen] = useState(false)
  if (!text) return <span className="no-message">No message</span>
  const short = excerpt(text)
  const isWhole = short === text
  return (
    <>
      <span className={isOpen ? 'message-whole' : undefined} dir="auto">
        {isOpen ? text : short}
      </span>
      {!isWhole && (
        <button
          className="message-toggle"
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Less' : 'More'}
          <span className="hidden-text"> of the message</span>
        </button>
      )}
    </>
  )
}
