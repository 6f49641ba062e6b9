import { groupWords, newsLine, newsMail, newsWords } from '#/content/office/news.ts'
import { serviceLabel } from '#/content/service-label.ts'
import type { OwnerMail } from '#/contracts/notifications/mails.ts'
import type { NewsItem } from '#/contracts/referrals/news.ts'
import { adminPaths, leadPagePath } from '#/contracts/routes.ts'
import { withoutDirectionMarks } from '#/contracts/text.ts'
import { shortName } from './lead-fields.ts'
import type { Notice } from './notice-mail.tsx'

type NewsMail = Extract<OwnerMail, { kind: 'news' }>

/** Whose request it is, what for, and its reference. */
function requestInWords({ name, service, reference }: NewsItem): string {
  return `${shortName(name)}, ${serviceLabel(service)}, ${reference}`
}

/** How many of several requests are emergencies, where that is not all: then the mail begins with it. */
function urgentInWords({ count, urgentCount }: NewsMail): string {
  if (urgentCount === 0 || urgentCount === count) return ''
  const { one, many } = newsMail.urgent
  return urgentCount === 1 ? one : many.replace('{count}', String(urgentCount))
}

/** What several requests have in common, and what the owner may want to do about it. */
function severalInWords({ group, items, count }: NewsMail): { title: string; advice: string[] } {
  const kinds = new Set(items.map(({ kind }) => kind))
  const [only] = kinds.size === 1 && items.length === count ? kinds : []
  const { many } = only ? newsWords[only] : groupWords[group]
  const advice = [...kinds].map((kind) => newsWords[kind].advice)
  return { title: many.replace('{count}', String(count)), advice: only ? advice : [] }
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
  const left = count - items.length
  const areHeld = items.every(({ kind }) => kind === 'held' || kind === 'held-daily')
  return {
    subject: title,
    preview: advice[0] ?? title,
    title,
    footer,
    paragraphs: [...advice, ...(left > 0 ? [more.replace('{count}', String(left))] : [])],
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
