import { createContext } from 'react'

/**
 * Loads the code of the public page at a path; undefined for all other addresses. From the top,
 * because links are in the pages, and the list of pages leads to all of them.
 */
export type PreloadPage = (path: string) => (() => Promise<void>) | undefined

/** How links know which addresses are pages of this site. */
export const PagesContext = createContext<PreloadPage>(() => undefined)
