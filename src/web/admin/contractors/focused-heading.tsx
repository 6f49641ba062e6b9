import { type ReactNode, useEffect, useRef } from 'react'

/** The id of the heading. */
export const headingId = 'contractor-heading'

/** The heading of what has taken the place of the list: a screen reader goes on here. */
export function FocusedHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 id={headingId} className="contractor-heading" ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}
