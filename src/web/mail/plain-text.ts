import { fillWords } from '#/content/fill-words.ts'
import { leadMail } from '#/content/mails.ts'
import type { Site } from '#/contracts/documents.ts'
import type { LeadMail } from '#/contracts/mails.ts'
import { readablePhone } from '#/contracts/phone.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { serviceLabel } from '../admin/leads/service-label.ts'
import { fullTime } from '../dates.ts'
import { attributionFields, type MailField } from './lead-fields.ts'
import type { Notice } from './notice-mail.tsx'

const { labels, none } = leadMail

/** Set in, so that nothing a visitor typed can pass for a line of ours. */
const setIn = (text: string) => text.replace(/^/gm, '  ')

const block = (label: string, text: string) => `${label}\n${setIn(text)}`

const fieldBlock = ({ label, value }: MailField) => block(label, value)

/** A lead's mail for programs that show text only. */
export function leadText(lead: LeadMail, leadSourceMessage: string, site: Site): string {
  const attribution = attributionFields(lead)
  const parts = [
    `${leadMail.title}\n${fullTime(Date.parse(lead.createdAt))}`,
    block(labels.name, lead.name),
    block(labels.phone, readablePhone(lead)),
    block(labels.email, lead.email),
    block(labels.service, serviceLabel(lead.service)),
    block(labels.address, lead.address ?? none.address),
    block(labels.message, lead.message ?? none.message),
    `${leadMail.open}:\n${site.url}${leadPagePath(lead.id)}\n${leadMail.reply}`,
    ...(attribution.length > 0
      ? [[leadMail.attribution.title, ...attribution.map(fieldBlock)].join('\n\n')]
      : []),
    ...(leadSourceMessage ? [block(leadMail.leadSource, leadSourceMessage)] : []),
    `-- \n${fillWords(leadMail.footer, site)}`,
  ]
  return `${parts.join('\n\n')}\n`
}

/** A notice for programs that show text only. */
export function noticeText(notice: Notice, site: Site): string {
  const parts = [notice.title, ...notice.paragraphs, `-- \n${notice.footer}`]
  return `${parts.map((part) => fillWords(part, site)).join('\n\n')}\n`
}
