import { leadMail } from '#/content/mails.ts'
import { clickIdNames, utmNames } from '#/contracts/attribution.ts'
import type { LeadMail } from '#/contracts/mails.ts'

/** A line of a mail: what it is called and what stands there. */
export type MailField = { name: string; label: string; value: string }

const { attribution: words } = leadMail

const attributionNames = ['landingPage', 'referrer', ...utmNames, ...clickIdNames] as const

/** How the visit came about, as lines; none where nothing of it is known. */
export function attributionFields({ attribution }: LeadMail): MailField[] {
  return attributionNames.flatMap((name) => {
    const value = attribution?.[name]
    return value === undefined ? [] : [{ name, label: words[name], value }]
  })
}
