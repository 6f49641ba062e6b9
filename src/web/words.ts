import { createContext, useContext } from 'react'
import { business } from '#/content/business.ts'
import type { Site } from '#/contracts/documents.ts'
import { formatPhone } from '#/contracts/phone.ts'

/** The site's configuration, for every component below the document. */
export const SiteContext = createContext<Site | undefined>(undefined)

/** The site's configuration. */
export function useSite(): Site {
  const site = useContext(SiteContext)
  if (!site) throw new Error('useSite is used outside the document')
  return site
}

/** The address that visitors may write to. */
export function siteEmail(site: Site): string {
  return `${business.emailLocalPart}@${site.domain}`
}

/** Fills {name}, {phone}, {email} and {domain} in a text of `content`. */
export function fillWords(text: string, site: Site): string {
  return text
    .replaceAll('{name}', site.name)
    .replaceAll('{phone}', formatPhone(site.phone))
    .replaceAll('{email}', siteEmail(site))
    .replaceAll('{domain}', site.domain)
}

/** A function that fills the placeholders of a text of `content`. */
export function useWords(): (text: string) => string {
  const site = useSite()
  return (text) => fillWords(text, site)
}
