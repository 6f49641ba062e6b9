import { formatPhone } from '#/contracts/contact-details.ts'
import { business } from './business.ts'

/** The part of the site's configuration that texts name. */
type SiteNames = { name: string; domain: string; phone: string }

/** The address that visitors may write to. */
export function siteEmail(site: SiteNames): string {
  return `${business.emailLocalPart}@${site.domain}`
}

/** Fills {name}, {phone}, {email} and {domain} in a text of this folder. */
export function fillWords(text: string, site: SiteNames): string {
  return text
    .replaceAll('{name}', site.name)
    .replaceAll('{phone}', formatPhone(site.phone))
    .replaceAll('{email}', siteEmail(site))
    .replaceAll('{domain}', site.domain)
}
