import { leadMail } from '#/content/mails.ts'
import { clickIdNames, utmNames } from '#/contracts/attribution.ts'
import type { LeadMail } from '#/contracts/mails.ts'

/** One fact in a mail. `name` is its key, the others are what is read. */
export type MailField = { name: string; label: string; value: string }

const { attribution: words } = leadMail

const attributionNames = ['landingPage', 'referrer', ...utmNames, ...clickIdNames] as const

/** How the visit came about; empty if nothing is known of it. */
export function attributionFields({ attribution }: LeadMail): MailField[] {
  return attributionNames.flatMap((name) => {
    const value = attribution?.[name]
    return value === undefined ? [] : [{ name, label: words[name], value }]
  })
}
