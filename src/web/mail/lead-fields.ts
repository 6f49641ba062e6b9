import { estimateFields } from '#/content/estimate-form.ts'
import { leadMail } from '#/content/mails.ts'
import { offerPage } from '#/content/offer-page.ts'
import { visitWords } from '#/content/office/visit-words.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { mailHref, readablePhone, telHref } from '#/contracts/leads/contact-details.ts'
import { type LeadFieldName, leadFieldNames } from '#/contracts/leads/lead-fields.ts'
import type { NotifiedLead } from '#/contracts/notifications/mails.ts'
import type { OfferedWork } from '#/contracts/referrals/offers.ts'
import type { Attribution } from '#/contracts/results/visits.ts'
import { withoutDirectionMarks } from '#/contracts/text.ts'
import type { MailFact } from './notice-mail.tsx'

const { none } = leadMail

/** The phone comes early, because most leads are called. */
const firstFields: readonly LeadFieldName[] = ['name', 'phone', 'email', 'service']

const fieldOrder = [...firstFields, ...leadFieldNames.filter((name) => !firstFields.includes(name))]

const longestName = 60

/** A name as it stands in a line or in a subject. */
export function shortName(name: string): string {
  const letters = [...withoutDirectionMarks(name).replace(/\s+/g, ' ').trim()]
  if (letters.length <= longestName) return letters.join('')
  return `${letters.slice(0, longestName).join('')}…`
}

/** What the visitor filled in, in the order in which a caller needs it, with links that reach them. */
export function leadMailFields(
  lead: Pick<NotifiedLead, LeadFieldName | 'phoneAsTyped'>,
): MailFact[] {
  const phone = readablePhone(lead)
  const shown = {
    ...lead,
    name: withoutDirectionMarks(lead.name),
    phone,
    service: serviceLabel(lead.service),
  }
  const links: Partial<Record<LeadFieldName, string>> = {
    phone: telHref(phone),
    ...(lead.email && { email: mailHref(lead.email) }),
  }
  return fieldOrder.map((name) => ({
    label: estimateFields[name].shortLabel,
    value: shown[name] || (none[name as keyof typeof none] ?? none.other),
    link: links[name],
  }))
}

/** How the visit came about, a line for each thing that is known of it. */
export function attributionText({ attribution }: NotifiedLead): string {
  const lines = Object.entries(visitWords).flatMap(([name, label]) => {
    const value = attribution?.[name as keyof Attribution]
    return value === undefined ? [] : `${label}: ${value}`
  })
  return lines.join('\n')
}

/** What the same person asks for beside it: the services, and after the yes all that they say. */
export function otherFields(others: OfferedWork['others']): MailFact[] {
  return others.map(({ service, request }) => {
    const said = request
      ? [request.reference, request.name, request.phone, request.address, request.message]
      : []
    const lines = [serviceLabel(service), ...said.filter((text) => text !== null)]
    return { label: offerPage.facts.others, value: withoutDirectionMarks(lines.join('\n')) }
  })
}
