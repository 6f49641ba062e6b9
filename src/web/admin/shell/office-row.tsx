import type { ReactNode } from 'react'

type OfficeRowProps = {
  title: ReactNode
  /** What is said of it, as paragraphs. */
  about?: ReactNode
  /** How it stands, in a word or two. */
  mark?: string | false
  tone?: 'good' | 'bad' | undefined
  /** True for what does nothing now. */
  isOff?: boolean
  /** Its buttons. */
  children?: ReactNode
}

/** A row of a list: what it is, how it stands, and its buttons. */
export function OfficeRow({ title, about, mark, tone, isOff, children }: OfficeRowProps) {
  return (
    <li className="office-row">
      <div>
        <p className={isOff ? 'muted' : 'strong'}>{title}</p>
        {about}
      </div>
      {mark && (
        <span className="state-mark" data-tone={tone}>
          {mark}
        </span>
      )}
      {children && <div className="row-actions">{children}</div>}
    </li>
  )
}
