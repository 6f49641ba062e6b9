import type { CSSProperties, ReactNode } from 'react'
import { look } from './mail-look.ts'

/** The attributes of a table that only places things: no mail program knows a better way. */
export const layout = {
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
