import { createContext, useContext } from 'react'
import { fillWords, type Placeholder } from '#/content/business.ts'
import type { Site, SiteOnServer } from '#/contracts/pages/documents.ts'

/** The site's configuration, for every component below the document. */
export const SiteContext = createContext<Site | undefined>(undefined)

/** The site's configuration. */
export function useSite(): Site {
  const site = useContext(SiteContext)
  if (!site) throw new Error('useSite is used outside the document')
  return site
}

/** The same with what browsers are not sent. */
export const SiteOnServerContext = createContext<SiteOnServer | undefined>(undefined)

/** The same with what browsers are not sent: for what the server alone renders. */
export function useSiteOnServer(): SiteOnServer {
  const site = useContext(SiteOnServerContext)
  if (!site) throw new Error('useSiteOnServer is used in a browser')
  return site
}

type Value = string | number

/** The names in braces in a text, as far as its type says what it is. */
type NameIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never

/**
 * Puts values in the place of their names in braces. The compiler asks for one for each, but for those
 * that `fillWords` fills; a name without one stays. No sign in a value has a meaning: it may be what a
 * stranger typed.
 */
export function fillIn<Text extends string>(
  text: Text,
  values: Record<string, Value> & Record<Exclude<NameIn<Text>, Placeholder>, Value>,
): string {
  const known: Record<string, Value> = values
  return text.replace(/\{(\w+)\}/g, (found, name: string) => String(known[name] ?? found))
}

/** A function that fills the placeholders of a text of `content`. */
export function useWords(): (text: string) => string {
  const site = useSite()
  return (text) => fillWords(text, site)
}
