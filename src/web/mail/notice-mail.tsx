import { Fragment } from 'react'
import { fillWords } from '#/content/business.ts'
import { telHref } from '#/contracts/leads/contact-details.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { Lines, MailButton, MailField, MailFrame, MailLink } from './mail-frame.tsx'
import { look } from './mail-look.ts'

/** A value with its name. A link lies on the value, or on words of its own below it. */
type Fact = { label: string; value: string; link?: string; linkText?: string }

/** The words of a mail that is not about a lead. */
export type Notice = {
  subject: string
  preview: string
  title: string
  paragraphs: readonly string[]
  /** What it is about, as typed: nothing is filled in. */
  facts?: readonly Fact[]
  /** A question, with a link for each answer. */
  choice?: { text: string; links: readonly { text: string; link: string }[] }
  /** The words of a button that dials the site's phone. */
  call?: string
  /** The words of a button, and where it leads. */
  action?: { button: string; link: string }
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

/** Links one after the other, far enough apart for a thumb. */
function Choice({ text, links }: NonNullable<Notice['choice']>) {
  return (
    <>
      <p style={look.paragraph} className="m-ink">
        {text}
      </p>
      <p style={{ ...look.paragraph, lineHeight: '44px' }} className="m-ink">
        {links.map(({ text: name, link }) => (
          <Fragment key={name}>
            <MailLink href={link}>{name.replaceAll(' ', '\u00a0')}</MailLink>
            {' \u00a0 '}
          </Fragment>
        ))}
      </p>
    </>
  )
}

/** A mail that is not about a lead: the confirmation, the test, what concerns an account. */
export function NoticeMail({ notice, site }: { notice: Notice; site: Site }) {
  const { action } = notice
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
      {notice.facts && (
        <div style={{ margin: '32px 0 24px' }}>
          {notice.facts.map((fact) => (
            <MailField key={fact.label + fact.value} label={fact.label}>
              <FactValue {...fact} />
            </MailField>
          ))}
        </div>
      )}
      {notice.choice && <Choice {...notice.choice} />}
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
      {notice.call && <MailButton href={telHref(site.phone)}>{fill(notice.call)}</MailButton>}
    </MailFrame>
  )
}
