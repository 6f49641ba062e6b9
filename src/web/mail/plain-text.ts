import { fillWords } from '#/content/business.ts'
import { leadMail } from '#/content/mails.ts'
import type { Site } from '#/contracts/documents.ts'
import type { NotifiedLead } from '#/contracts/notifications/mails.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { fullTime } from '../dates.ts'
import { attributionFields, leadMailFields, type MailField } from './lead-fields.ts'
import type { Notice } from './notice-mail.tsx'

/** Indented, so that no line that a visitor typed looks like one of ours. */
const indent = (text: string) => text.replace(/^/gm, '  ')

const block = (label: string, text: string) => `${label}\n${indent(text)}`

const fieldBlock = ({ label, value }: MailField) => block(label, value)

/** The mail of a lead as plain text. */
export function leadText(lead: NotifiedLead, leadSourceMessage: string, site: Site): string {
  const attribution = attributionFields(lead)
  const parts = [
    `${leadMail.title}\n${fullTime(Date.parse(lead.createdAt))}`,
    ...leadMailFields(lead).map(fieldBlock),
    `${leadMail.open}:\n${site.url}${leadPagePath(lead.id)}\n${leadMail.reply}`,
    ...(attribution.length > 0
      ? [[leadMail.attribution.title, ...attribution.map(fieldBlock)].join('\n\n')]
      : []),
    ...(leadSourceMessage ? [block(leadMail.leadSource, leadSourceMessage)] : []),
    `-- \n${fillWords(leadMail.footer, site)}`,
  ]
  return `${parts.join('\n\n')}\n`
}

/** A notice as plain text. */
export function noticeText(notice: Notice, site: Site): string {
  const { action } = notice
  const parts = [notice.title, ...notice.paragraphs].map((part) => fillWords(part, site))
  const facts = (notice.facts ?? []).map(({ label, value, link, linkText }) =>
    block(label, linkText ? `${value}\n${linkText}: ${link}` : value),
  )
  const end = [
    ...(action ? [`${action.button}:\n${action.link}`] : []),
    `-- \n${fillWords(notice.footer, site)}`,
  ]
  return `${[...parts, ...facts, ...end].join('\n\n')}\n`
}
