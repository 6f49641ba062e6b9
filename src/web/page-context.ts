import { createContext, useContext } from 'react'
import type { Review } from '#/contracts/referrals/ratings.ts'
import type { AnswerSpeed, PageMetadata } from '#/contracts/seo/seo.ts'

/** The path of the page that is rendered. */
export const PathContext = createContext('/')

/** The path of the page that is rendered. */
export function usePath(): string {
  return useContext(PathContext)
}

/** The metadata of the page that is rendered. */
export const MetadataContext = createContext<PageMetadata | undefined>(undefined)

/** The page's h1: the stored one, or its own. */
export function useHeading(builtIn: string): string {
  return useContext(MetadataContext)?.h1Text ?? builtIn
}

/** What customers say, where the page shows it. */
export function useReviews(): readonly Review[] {
  return useContext(MetadataContext)?.reviews ?? []
}

/** By when a request that is sent now is answered, in words. */
export function useAnswerBy(): string | undefined {
  return useContext(MetadataContext)?.answerBy
}

/** How soon requests are answered, where the page says so and enough of them came. */
export function useAnswerSpeed(): AnswerSpeed | undefined {
  return useContext(MetadataContext)?.answerSpeed
}
