import { colleagueMails } from '#/content/news.ts'
import { requestPage } from '#/content/request-page.ts'
import { serviceLabel } from '#/content/service-label.ts'
import type { MailToRender } from '#/contracts/notifications/mails.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { withoutDirectionMarks } from '#/contracts/text.ts'
import type { Notice } from './notice-mail.tsx'

/** The words of a mail to a user about a request that they work on. */
export function colleagueNotice(
  wanted: MailToRender & { kind: 'reminder' | 'mention' },
  siteUrl: string,
): Notice {
  const { button, ...words } = colleagueMails[wanted.kind]
  const { leadId, service, reference } = wanted
  const by = wanted.kind === 'mention' ? withoutDirectionMarks(wanted.by) : ''
  return {
    ...words,
    subject: words.subject
      .replace('{service}', serviceLabel(service))
      .replace('{reference}', reference),
    paragraphs: words.paragraphs.map((text) => text.replace('{person}', () => by)),
    facts: [
      { label: 'Service', value: serviceLabel(service) },
      { label: requestPage.reference, value: reference },
    ],
    action: { button, link: siteUrl + leadPagePath(leadId) },
  }
}
