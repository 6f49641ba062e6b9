import { statementMail } from '#/content/mails.ts'
import { entryKindLabels } from '#/content/money.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { LedgerEntry, Statement } from '#/contracts/money/ledger.ts'
import { monthInWords } from '#/contracts/money/months.ts'
import { withoutDirectionMarks } from '#/contracts/text.ts'
import { dayOnly } from '../dates.ts'
import type { Notice } from './notice-mail.tsx'

/** 'Nov 4, 2026: Fee, request 123-4567'. */
const labelOf = ({ at, kind, reference }: LedgerEntry) =>
  `${dayOnly(Date.parse(at))}: ${entryKindLabels[kind]}${reference ? `, request ${reference}` : ''}`

/** The words of the mail with a statement. */
export function statementNotice(statement: Statement): Notice {
  const { month, openingCents, closingCents, entries } = statement
  const { to, owed, credit, settled, opening, closing, ...words } = statementMail
  const companyName = withoutDirectionMarks(statement.companyName)
  const fill = (text: string) =>
    text
      .replace('{month}', monthInWords(month))
      .replace('{closing}', formatCents(Math.abs(closingCents)))
      .replace('{company}', () => companyName)
  const what = closingCents > 0 ? owed : closingCents < 0 ? credit : settled
  return {
    footer: words.footer,
    subject: fill(words.subject),
    preview: fill(what),
    title: fill(words.title),
    paragraphs: [fill(to), fill(what)],
    facts: [
      { label: fill(opening), value: formatCents(openingCents) },
      ...entries.map((entry) => ({
        label: labelOf(entry),
        value: `${formatCents(entry.amountCents)}${entry.text ? `, ${entry.text}` : ''}`,
      })),
      { label: fill(closing), value: formatCents(closingCents) },
    ],
  }
}
