import { estimateFields } from '#/content/estimate-form.ts'
import { leadMail } from '#/content/mails.ts'
import { clickIdNames, utmNames } from '#/contracts/attribution.ts'
import { type LeadFieldName, leadFieldNames } from '#/contracts/lead-fields.ts'
import type { NotifiedLead } from '#/contracts/mails.ts'
import { readablePhone } from '#/contracts/phone.ts'
import { serviceLabel } from '../admin/leads/service-label.ts'

/** A line of a mail: what it is called and what stands there. */
export type MailField<Name extends string = string> = { name: Name; label: string; value: string }

const { attribution: attributionLabels, none } = leadMail

/** Most leads are called: the phone comes early. */
const firstFields: readonly LeadFieldName[] = ['name', 'phone', 'email', 'service']

const fieldOrder = [...firstFields, ...leadFieldNames.filter((name) => !firstFields.includes(name))]

/** What the visitor filled in, as lines in the order of the mail. */
export function leadMailFields(lead: NotifiedLead): MailField<LeadFieldName>[] {
  const shown = { ...lead, phone: readablePhone(lead), service: serviceLabel(lead.service) }
  return fieldOrder.map((name) => ({
    name,
    label: estimateFields[name].shortLabel,
    value: shown[name] ?? none[name as keyof typeof none] ?? none.other,
  }))
}

const attributionNames = ['landingPage', 'referrer', ...utmNames, ...clickIdNames] as const

/** How the visit came about, as lines; none where nothing of it is known. */
export function attributionFields({ attribution }: NotifiedLead): MailField[] {
  return attributionNames.flatMap((name) => {
    const value = attribution?.[name]
    return value === undefined ? [] : [{ name, label: attributionLabels[name], value }]
  })
}
