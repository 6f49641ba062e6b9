import { reminderMail } from '#/content/news.ts'
import { requestPage } from '#/content/request-page.ts'
import { serviceLabel } from '#/content/service-label.ts'
import type { MailToRender } from '#/contracts/notifications/mails.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import type { Notice } from './notice-mail.tsx'

/** The words of a mail to a user about a request that they work on. */
export function colleagueNotice(
  wanted: MailToRender & { kind: 'reminder' },
  siteUrl: string,
): Notice {
  const { button, ...words } = reminderMail
  const { leadId, service, reference } = wanted
  return {
    ...words,
    subject: words.subject
      .replace('{service}', serviceLabel(service))
      .replace('{reference}', reference),
    facts: [
      { label: 'Service', value: serviceLabel(service) },
      { label: requestPage.reference, value: reference },
    ],
    action: { button, link: siteUrl + leadPagePath(leadId) },
  }
}
