import { waitingMail } from '#/content/mails.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { readablePhone, telHref } from '#/contracts/leads/contact-details.ts'
import type { OwnerMail, WaitingRequest } from '#/contracts/notifications/mails.ts'
import { withoutDirectionMarks } from '#/contracts/text.ts'
import { fullTime } from '../dates.ts'
import type { Notice } from './notice-mail.tsx'

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
