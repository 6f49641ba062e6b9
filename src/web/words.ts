import { createContext, useContext } from 'react'
import { fillWords } from '#/content/business.ts'
import type { Site } from '#/contracts/pages/documents.ts'

/** The site's configuration, for every component below the document. */
export const SiteContext = createContext<Site | undefined>(undefined)

/** The site's configuration. */
export function useSite(): Site {
  const site = useContext(SiteContext)
  if (!site) throw new Error('useSite is used outside the document')
  return site
}

/** A function that fills the placeholders of a text of `content`. */
export function useWords(): (text: string) => string {
  const site = useSite()
  return (text) => fillWords(text, site)
}
