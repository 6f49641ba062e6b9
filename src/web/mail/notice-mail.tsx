import { type ComponentPropsWithoutRef, type CSSProperties, Fragment, type ReactNode } from 'react'
import { fillWords } from '#/content/business.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { PhoneText } from '../ui/phone-text.tsx'
import { breeze, darkStyle, look } from './mail-look.ts'

/** A value with its name. A link lies on the value, or on words of its own below it. */
export type MailFact = {
  label: string
  value: string
  link?: string | undefined
  linkText?: string
}

/** The words of a button, and where it leads. */
type ButtonWords = { button: string; link: string }

/** The words of a mail. */
export type Notice = {
  subject: string
  preview: string
  title: string
  paragraphs: readonly string[]
  /** Calls somebody. */
  call?: ButtonWords
  /** What it is about, as typed: nothing is filled in. */
  facts?: readonly MailFact[]
  action?: ButtonWords
  /** A link below everything else. */
  further?: { text: string; link: string }
  footer: string
}

/** A table that only places its rows: no mail program knows a better way. */
function Layout({ children, ...table }: ComponentPropsWithoutRef<'table'>) {
  return (
    <table width="100%" border={0} cellPadding={0} cellSpacing={0} role="presentation" {...table}>
      <tbody>{children}</tbody>
    </table>
  )
}

type LinkProps = { href: string; children: ReactNode }

function Link({ href, children }: LinkProps) {
  return (
    <a href={href} target="_blank" style={look.link} className="m-link" rel="noopener">
      {children}
    </a>
  )
}

const padding = '14px 24px'

/** Outlook ignores the padding of a link, and knows this in its place for the cell around it. */
const cell: CSSProperties & { msoPaddingAlt: string } = { ...look.button, msoPaddingAlt: padding }

/** A link that looks like a button, and is pressed on its whole area. */
function Button({ href, children }: LinkProps) {
  return (
    <Layout width={undefined} className="m-wide">
      <Row look={cell} className="m-button">
        <a href={href} target="_blank" style={{ ...look.buttonText, padding }} rel="noopener">
          {children}
        </a>
      </Row>
    </Layout>
  )
}

/** Text as typed, with an element for each line break: Outlook ignores the others. */
function Lines({ text }: { text: string }) {
  return text.split('\n').map((line, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a mail never change places
    <Fragment key={i}>
      {i > 0 && <br />}
      <PhoneText text={line} />
    </Fragment>
  ))
}

/** What a visitor typed has its own text direction, and cannot change that of our text. */
function Fact({ label, value, link, linkText }: MailFact) {
  const text = <Lines text={value} />
  return (
    <>
      <p style={look.label} className="m-muted">
        {label}
      </p>
      <div style={look.value} className="m-ink" dir="auto">
        {(!link || linkText) && text}
        {link && linkText && <br />}
        {link && <Link href={link}>{linkText ?? text}</Link>}
      </div>
    </>
  )
}

/** Mail programs show some 100 characters beside the subject: these keep the mail's own words out of it. */
const blanks = '\u00a0\u200c'.repeat(150)

/** The breeze as colored boxes: mail programs hide remote pictures and do not support SVG. */
function Breeze() {
  return breeze.map(({ height, from, to, start }) => (
    <div
      key={start}
      style={{
        height: `${height}px`,
        marginLeft: start,
        marginBottom: '2px',
        fontSize: 0,
        lineHeight: 0,
        backgroundColor: from,
        backgroundImage: `linear-gradient(90deg, ${from}, ${to})`,
        borderRadius: `${height}px 0 0 ${height}px`,
      }}
    >
      &nbsp;
    </div>
  ))
}

type RowProps = { look: CSSProperties; className?: string; children: ReactNode }

/** A row of a layout, whose cell holds the children. */
function Row({ look: style, className, children }: RowProps) {
  return (
    <tr>
      <td style={style} className={className}>
        {children}
      </td>
    </tr>
  )
}

type FrameProps = Record<'brand' | 'preview' | 'footer', string> & { children: ReactNode }

/** The frame of every mail: the brand, the breeze, and below it why the reader gets the mail. */
function Frame({ brand, preview, footer, children }: FrameProps) {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{preview}</title>
        <style>{darkStyle}</style>
      </head>
      <body style={look.body} className="m-body">
        {/* What a mail program shows beside the subject, and not in the mail. */}
        <div style={look.hidden}>
          {preview}
          {blanks}
        </div>
        {/* A program that shows the mail within a page of its own drops what the elements above say. */}
        <Layout lang="en" dir="ltr">
          <Row look={look.page} className="m-page">
            <Layout align="center" style={look.card} className="m-card">
              <Row look={look.header} className="m-side">
                <p style={look.brand}>{brand}</p>
              </Row>
              <Row look={look.breeze}>
                <Breeze />
              </Row>
              <Row look={look.content} className="m-side">
                {children}
              </Row>
            </Layout>
            <Layout align="center" style={look.below}>
              <Row look={look.footer} className="m-side m-muted">
                {footer}
              </Row>
            </Layout>
          </Row>
        </Layout>
      </body>
    </html>
  )
}

/** A mail: what it says, what it is about, and what its reader can do. */
export function NoticeMail({ notice, site }: { notice: Notice; site: Site }) {
  const { action, call, facts, further } = notice
  const fill = (text: string) => fillWords(text, site)
  return (
    <Frame brand={site.name} preview={fill(notice.preview)} footer={fill(notice.footer)}>
      <h1 style={look.title} className="m-ink">
        {fill(notice.title)}
      </h1>
      {notice.paragraphs.map((paragraph) => (
        <p key={paragraph} style={look.paragraph} className="m-ink">
          {fill(paragraph)}
        </p>
      ))}
      {call && (
        <Button href={call.link}>
          <PhoneText text={fill(call.button)} />
        </Button>
      )}
      {facts && (
        <div style={{ margin: '32px 0 24px' }}>
          {facts.map((fact) => (
            <Fact key={fact.label + fact.value} {...fact} />
          ))}
        </div>
      )}
      {action && (
        <>
          <Button href={action.link}>{action.button}</Button>
          <p style={look.address} className="m-muted">
            {action.link}
          </p>
        </>
      )}
      {further && (
        <p style={look.paragraph} className="m-ink">
          <Link href={further.link}>{further.text}</Link>
        </p>
      )}
    </Frame>
  )
}
