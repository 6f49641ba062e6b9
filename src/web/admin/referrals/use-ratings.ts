import type { ListedRating, Rating } from '#/contracts/referrals/ratings.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { leadDetailsKey } from '../leads/use-lead-details.ts'
import { useChange, useServerData } from '../shell/server-data.ts'

const ratingKey = (leadId: number) => [leadPath(apiPaths.leadRating, leadId)] as const

/** What the visitor of a lead says of how it went. */
export function useLeadRating(leadId: number) {
  return useServerData<Rating | null>(leadPath(apiPaths.leadRating, leadId), { staleTime: 0 })
}

/** The latest ratings of all leads. */
export function useRatings() {
  return useServerData<ListedRating[]>(apiPaths.ratings, { refetchOnMount: 'always' })
}

/** What every change of what is on the site makes old. */
const refetchesOf = (leadId: number) => [
  { queryKey: ratingKey(leadId) },
  { queryKey: leadDetailsKey(leadId) },
  { queryKey: [apiPaths.ratings] },
  { queryKey: [apiPaths.promises] },
  { queryKey: [apiPaths.firstSteps] },
]

/** Puts a rating on the site as it was read, or takes it off. */
export function usePublication({ leadId, version, publishedAt }: Rating) {
  const isPublished = publishedAt !== null
  return useChange({
    call: () => ({
      method: isPublished ? 'DELETE' : 'PUT',
      path: leadPath(apiPaths.leadRatingPublication, leadId),
      ...(!isPublished && { body: { version } }),
    }),
    success: isPublished ? 'The rating is off the site' : 'The rating is on the home page',
    failure: isPublished ? 'Failed to take the rating off' : 'Failed to publish the rating',
    showsReason: true,
    refetches: refetchesOf(leadId),
    awaitsRefetch: true,
  })
}
