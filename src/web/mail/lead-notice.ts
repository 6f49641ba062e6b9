import { fillWords } from '#/content/business.ts'
import { leadMail } from '#/content/mails.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { mailHref, readablePhone, telHref } from '#/contracts/leads/contact-details.ts'
import type { MailToRender } from '#/contracts/notifications/mails.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { fullTime } from '../dates.ts'
import { attributionText, leadMailFields, shortName } from './lead-fields.ts'
import type { Notice } from './notice-mail.tsx'

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
