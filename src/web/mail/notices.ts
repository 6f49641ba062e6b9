import { fillWords } from '#/content/business.ts'
import { leadMail, statementMail, waitingMail } from '#/content/mails.ts'
import { entryKindLabels } from '#/content/money.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { monthInWords } from '#/contracts/days.ts'
import { mailHref, readablePhone, telHref } from '#/contracts/leads/contact-details.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { LedgerEntry, Statement } from '#/contracts/money/ledger.ts'
import type { MailToRender, OwnerMail, WaitingRequest } from '#/contracts/notifications/mails.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { withoutDirectionMarks } from '#/contracts/text.ts'
import { dayOnly, fullTime } from '../dates.ts'
import { attributionText, leadMailFields, shortName } from './lead-fields.ts'
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

/** What somebody asks for and since when, who they are, and the link that calls them. */
function factOf(request: WaitingRequest) {
  const { name, email, address, service, createdAt } = request
  const phone = readablePhone(request)
  return {
    label: `${serviceLabel(service)}, ${fullTime(Date.parse(createdAt))}`,
    value: withoutDirectionMarks([name, email, address].filter(Boolean).join('\n')),
    link: telHref(phone),
    linkText: waitingMail.call.replace('{phone}', () => phone),
  }
}

/** The words of the mail that lists who waits. */
export function waitingNotice({
  requests,
  count,
}: Extract<OwnerMail, { kind: 'waiting' }>): Notice {
  const { title, preview, paragraphs, more, footer } = waitingMail
  const left = count - requests.length
  const whole = count === 1 ? title.one : title.many.replace('{count}', String(count))
  return {
    subject: whole,
    preview,
    title: whole,
    footer,
    paragraphs: [...paragraphs, ...(left > 0 ? [more.replace('{count}', String(left))] : [])],
    facts: requests.map(factOf),
  }
}

/** The words of the mail that notifies a recipient of a lead. */
export function leadNotice(
  { lead, leadSourceMessage }: MailToRender & { kind: 'lead' },
  site: Site,
): Notice {
  const phone = readablePhone(lead)
  // A function, because `$&` in a replacement text has a meaning.
  const fill = (text: string) =>
    text
      .replace('{service}', serviceLabel(lead.service))
      .replace('{phone}', () => phone)
      .replace('{lead}', () => shortName(lead.name))
  const links: Partial<Record<string, string>> = {
    phone: telHref(phone),
    ...(lead.email && { email: mailHref(lead.email) }),
  }
  const attribution = attributionText(lead)
  const source = leadSourceMessage ?? fillWords(leadMail.builtInSource, site)
  return {
    subject: fill(leadMail.subject),
    preview: fill(leadMail.preview),
    title: lead.isUrgent ? leadMail.emergency : leadMail.title,
    paragraphs: lead.email ? [leadMail.reply] : [],
    call: { button: fill(leadMail.call), link: telHref(phone) },
    facts: [
      ...leadMailFields(lead).map((field) => ({ ...field, link: links[field.name] })),
      { label: leadMail.received, value: fullTime(Date.parse(lead.createdAt)) },
      ...(attribution ? [{ label: leadMail.attribution, value: attribution }] : []),
      ...(source ? [{ label: leadMail.leadSource, value: source }] : []),
    ],
    action: { button: leadMail.open, link: site.url + leadPagePath(lead.id) },
    footer: leadMail.footer,
  }
}
