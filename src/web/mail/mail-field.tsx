import { Fragment, type ReactNode } from 'react'
import { PhoneText } from '../ui/phone-text.tsx'
import { look } from './mail-look.ts'

/** A label and what the visitor typed, which has its own text direction and cannot change that of our text. */
export function MailField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <p style={look.label} className="m-muted">
        {label}
      </p>
      <div style={look.value} className="m-ink" dir="auto">
        {children}
      </div>
    </>
  )
}

/** Text as typed, with an element for each line break: Outlook ignores the others. */
export function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a mail never change places
    <Fragment key={i}>
      {i > 0 && <br />}
      <PhoneText text={line} />
    </Fragment>
  ))
}
