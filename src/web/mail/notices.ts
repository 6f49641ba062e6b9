import { fillWords } from '#/content/business.ts'
import { leadMail, statementMail, waitingMail } from '#/content/mails.ts'
import { entryKindLabels } from '#/content/money.ts'
import { groupWords, newsLine, newsMail, newsWords } from '#/content/office/news.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { monthInWords } from '#/contracts/days.ts'
import { readablePhone, telHref } from '#/contracts/leads/contact-details.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { LedgerEntry, Statement } from '#/contracts/money/ledger.ts'
import type { MailToRender, OwnerMail, WaitingRequest } from '#/contracts/notifications/mails.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import type { NewsItem } from '#/contracts/referrals/news.ts'
import { adminPaths, leadPagePath } from '#/contracts/routes.ts'
import { withoutDirectionMarks } from '#/contracts/text.ts'
import { dayOnly, fullTime } from '../dates.ts'
import { fillIn } from '../words.ts'
import { attributionText, leadMailFields, shortName } from './lead-fields.ts'
import type { Notice } from './notice-mail.tsx'

/** 'Nov 4, 2026: Fee, request 123-4567'. */
const labelOf = ({ at, kind, reference }: LedgerEntry) =>
  `${dayOnly(Date.parse(at))}: ${entryKindLabels[kind]}${reference ? `, request ${reference}` : ''}`

/** The words of the mail with a statement. */
export function statementNotice(statement: Statement): Notice {
  const { month, openingCents, closingCents, entries } = statement
  const { to, owed, credit, settled, opening, closing, ...words } = statementMail
  const values = {
    month: monthInWords(month),
    closing: formatCents(Math.abs(closingCents)),
    company: withoutDirectionMarks(statement.companyName),
  }
  const what = closingCents > 0 ? owed : closingCents < 0 ? credit : settled
  return {
    footer: words.footer,
    subject: fillIn(words.subject, values),
    preview: fillIn(what, values),
    title: fillIn(words.title, values),
    paragraphs: [fillIn(to, values), fillIn(what, values)],
    facts: [
      { label: fillIn(opening, values), value: formatCents(openingCents) },
      ...entries.map((entry) => ({
        label: labelOf(entry),
        value: `${formatCents(entry.amountCents)}${entry.text ? `, ${entry.text}` : ''}`,
      })),
      { label: fillIn(closing, values), value: formatCents(closingCents) },
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
    linkText: fillIn(waitingMail.call, { phone }),
  }
}

/** Says how many more there are than the mail lists. */
const moreThan = (listed: readonly unknown[], count: number, words: string): string[] =>
  count > listed.length ? [fillIn(words, { count: count - listed.length })] : []

/** The words of the mail that lists who waits. */
export function waitingNotice({ requests, count }: MailToRender & { kind: 'waiting' }): Notice {
  const { title, preview, paragraphs, more, footer } = waitingMail
  const whole = count === 1 ? title.one : fillIn(title.many, { count })
  return {
    subject: whole,
    preview,
    title: whole,
    footer,
    paragraphs: [...paragraphs, ...moreThan(requests, count, more)],
    facts: requests.map(factOf),
  }
}

/** The words of the mail that notifies a recipient of a lead. */
export function leadNotice(
  { lead, leadSourceMessage }: MailToRender & { kind: 'lead' },
  site: Site,
): Notice {
  const phone = readablePhone(lead)
  const values = { service: serviceLabel(lead.service), phone, lead: shortName(lead.name) }
  const attribution = attributionText(lead)
  const source = leadSourceMessage ?? fillWords(leadMail.builtInSource, site)
  return {
    subject: fillIn(leadMail.subject, values),
    preview: fillIn(leadMail.preview, values),
    title: lead.isUrgent ? leadMail.emergency : leadMail.title,
    paragraphs: lead.email ? [leadMail.reply] : [],
    call: { button: fillIn(leadMail.call, values), link: telHref(phone) },
    facts: [
      ...leadMailFields(lead),
      { label: leadMail.received, value: fullTime(Date.parse(lead.createdAt)) },
      ...(attribution ? [{ label: leadMail.attribution, value: attribution }] : []),
      ...(source ? [{ label: leadMail.leadSource, value: source }] : []),
    ],
    action: { button: leadMail.open, link: site.url + leadPagePath(lead.id) },
    footer: leadMail.footer,
  }
}

type NewsMail = Extract<OwnerMail, { kind: 'news' }>

function requestInWords({ name, service, reference }: NewsItem): string {
  return `${shortName(name)}, ${serviceLabel(service)}, ${reference}`
}

/** How many of several requests are emergencies, where that is not all: then the mail begins with it. */
function urgentInWords({ count, urgentCount }: NewsMail): string {
  if (urgentCount === 0 || urgentCount === count) return ''
  const { one, many } = newsMail.urgent
  return urgentCount === 1 ? one : fillIn(many, { count: urgentCount })
}

/** What several requests have in common, and what the owner may want to do about it. */
function severalInWords({ group, items, count }: NewsMail): { title: string; advice: string[] } {
  const kinds = new Set(items.map(({ kind }) => kind))
  const [only] = kinds.size === 1 && items.length === count ? kinds : []
  const { many } = only ? newsWords[only] : groupWords[group]
  const advice = [...kinds].map((kind) => newsWords[kind].advice)
  return { title: fillIn(many, { count }), advice: only ? advice : [] }
}

/** The words of a mail about news of one group: of one request, or of several. */
export function newsNotice(wanted: NewsMail): Notice {
  const { items, count, siteUrl } = wanted
  const { open, more, footer } = newsMail
  const [first] = items
  if (first && count === 1) {
    const { advice } = newsWords[first.kind]
    const title = withoutDirectionMarks(newsLine(first))
    const facts = [{ label: 'Request', value: requestInWords(first) }]
    return {
      subject: `${title} (${requestInWords(first)})`,
      preview: advice,
      title,
      paragraphs: [advice],
      facts,
      footer,
      action: { button: open, link: siteUrl + leadPagePath(first.leadId) },
    }
  }
  const { title: words, advice } = severalInWords(wanted)
  const title = words + urgentInWords(wanted)
  const areHeld = items.every(({ kind }) => kind === 'held' || kind === 'held-daily')
  return {
    subject: title,
    preview: advice[0] ?? title,
    title,
    footer,
    paragraphs: [...advice, ...moreThan(items, count, more)],
    facts: items.map((item) => ({
      label: withoutDirectionMarks(newsLine(item)),
      value: requestInWords(item),
      link: siteUrl + leadPagePath(item.leadId),
    })),
    action: {
      button: open,
      link: siteUrl + adminPaths.leads + (areHeld ? '?quarantined=true' : ''),
    },
  }
}
