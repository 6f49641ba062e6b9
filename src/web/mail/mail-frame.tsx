import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { PhoneText } from '../ui/phone-text.tsx'
import { breeze, darkStyle, look } from './mail-look.ts'

/** The attributes of a table that only places things: no mail program knows a better way. */
const layout = {
  width: '100%',
  border: 0,
  cellPadding: 0,
  cellSpacing: 0,
  role: 'presentation',
} as const

/** A link in a text. */
export function MailLink({ href, children }: { href: string; children: ReactNode }) {
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
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <table {...layout} width={undefined} className="m-wide">
      <tbody>
        <tr>
          <td style={cell} className="m-button">
            <a href={href} target="_blank" style={{ ...look.buttonText, padding }} rel="noopener">
              {children}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

const raw = (text: string) => ({ dangerouslySetInnerHTML: { __html: text } })

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

/** The frame of every mail: the brand, the breeze, and below it why the reader gets the mail. */
export function MailFrame({
  brand,
  preview,
  footer,
  children,
}: {
  brand: string
  preview: string
  footer: string
  children: ReactNode
}) {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{preview}</title>
        <style {...raw(darkStyle)} />
      </head>
      <body style={look.body} className="m-body">
        {/* What a mail program shows beside the subject, and not in the mail. */}
        <div style={look.hidden}>
          {preview}
          {blanks}
        </div>
        {/* A program that shows the mail within a page of its own drops what the elements above say. */}
        <table {...layout} lang="en" dir="ltr">
          <tbody>
            <tr>
              <td style={look.page} className="m-page">
                <table {...layout} align="center" style={look.card} className="m-card">
                  <tbody>
                    <tr>
                      <td style={look.header} className="m-side">
                        <p style={look.brand}>{brand}</p>
                      </td>
                    </tr>
                    <tr>
                      <td style={look.breeze}>
                        <Breeze />
                      </td>
                    </tr>
                    <tr>
                      <td style={look.content} className="m-side">
                        {children}
                      </td>
                    </tr>
                  </tbody>
                </table>
                <table {...layout} align="center" style={look.below}>
                  <tbody>
                    <tr>
                      <td style={look.footer} className="m-side m-muted">
                        {footer}
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

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
