import { createContext, useContext } from 'react'
import type { PageMetadata } from '#/contracts/seo/seo.ts'

/** The path of the page that is rendered. */
export const PathContext = createContext('/')
export const usePath = () => useContext(PathContext)

/** The metadata of the page that is rendered, with what it shows of customers and of our speed. */
export const MetadataContext = createContext<PageMetadata | undefined>(undefined)
export const useMetadata = () => useContext(MetadataContext)

/** The page's h1: the stored one, or its own. */
export const useHeading = (builtIn: string) => useMetadata()?.h1Text ?? builtIn
