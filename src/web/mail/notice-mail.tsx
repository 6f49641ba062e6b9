import { fillWords } from '#/content/business.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { PhoneText } from '../ui/phone-text.tsx'
import { Lines, MailButton, MailField, MailFrame, MailLink } from './mail-frame.tsx'
import { look } from './mail-look.ts'

/** A value with its name. A link lies on the value, or on words of its own below it. */
type Fact = { label: string; value: string; link?: string | undefined; linkText?: string }

/** The words of a button, and where it leads. */
type Button = { button: string; link: string }

/** The words of a mail. */
export type Notice = {
  subject: string
  preview: string
  title: string
  paragraphs: readonly string[]
  /** Calls somebody. */
  call?: Button
  /** What it is about, as typed: nothing is filled in. */
  facts?: readonly Fact[]
  action?: Button
  /** A link below everything else. */
  further?: { text: string; link: string }
  footer: string
}

function FactValue({ value, link, linkText }: Fact) {
  const text = <Lines text={value} />
  if (!link) return text
  return (
    <>
      {linkText && (
        <>
          {text}
          <br />
        </>
      )}
      <MailLink href={link}>{linkText ?? text}</MailLink>
    </>
  )
}

/** A mail: what it says, what it is about, and what its reader can do. */
export function NoticeMail({ notice, site }: { notice: Notice; site: Site }) {
  const { action, call } = notice
  const fill = (text: string) => fillWords(text, site)
  return (
    <MailFrame brand={site.name} preview={fill(notice.preview)} footer={fill(notice.footer)}>
      <h1 style={{ ...look.title, margin: '0 0 12px' }} className="m-ink">
        {fill(notice.title)}
      </h1>
      {notice.paragraphs.map((paragraph) => (
        <p key={paragraph} style={look.paragraph} className="m-ink">
          {fill(paragraph)}
        </p>
      ))}
      {call && (
        <MailButton href={call.link}>
          <PhoneText text={fill(call.button)} />
        </MailButton>
      )}
      {notice.facts && (
        <div style={{ margin: '32px 0 24px' }}>
          {notice.facts.map((fact) => (
            <MailField key={fact.label + fact.value} label={fact.label}>
              <FactValue {...fact} />
            </MailField>
          ))}
        </div>
      )}
      {action && (
        <>
          <MailButton href={action.link}>{action.button}</MailButton>
          <p style={{ ...look.fine, marginBottom: '20px' }} className="m-muted">
            {action.link}
          </p>
        </>
      )}
      {notice.further && (
        <p style={look.paragraph} className="m-ink">
          <MailLink href={notice.further.link}>{notice.further.text}</MailLink>
        </p>
      )}
    </MailFrame>
  )
}
