import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { ListedRating, Rating } from '#/contracts/referrals/ratings.ts'
import { PanelSection, type SectionProps } from '../shell/panel-frame.tsx'
import { useChange, useServerData } from '../shell/server-data.ts'
import { Time } from '../shell/times.tsx'

/** What the visitor of a lead says of how it went. */
function useLeadRating(leadId: number) {
  return useServerData<Rating | null>(pathTo(api.leadRating, { leadId }), { staleTime: 0 })
}

/** The latest ratings of all leads. */
export function useRatings() {
  return useServerData<ListedRating[]>(api.ratings.path, { refetchOnMount: 'always' })
}

/** What every change of what is on the site makes old. */
const refetchesOf = (leadId: number) => [pathTo(api.lead, { leadId }), api.ratings.path]

/** Puts a rating on the site as it was read, or takes it off. */
function usePublication({ leadId, version, publishedAt }: Rating) {
  const isPublished = publishedAt !== null
  return useChange({
    call: () => ({
      method: isPublished ? 'DELETE' : 'PUT',
      path: pathTo(api.publishRating, { leadId }),
      ...(!isPublished && { body: { version } }),
    }),
    success: isPublished ? 'The rating is off the site' : 'The rating is on the home page',
    failure: isPublished ? 'Failed to take the rating off' : 'Failed to publish the rating',
    refetches: refetchesOf(leadId),
  })
}

/** What is to be known before it is published. */
function Consent({ rating: { mayPublish, shownName, shownTown } }: { rating: Rating }) {
  if (!mayPublish) return <p className="by">They do not want it published.</p>
  return (
    <p className="by">
      May be published as{' '}
      <b>
        <bdi>{shownName}</bdi>, {shownTown}
      </b>
      .
    </p>
  )
}

type RatingFactsProps = {
  rating: Rating
  /** Whose it is, for who hears the button and nothing around it. */
  whose: string
  /** False for what the site does not show whatever is clicked. */
  mayBeShown: boolean
}

/** A rating, whether it may be published, and the button that does so or takes it off the site. */
export function RatingFacts({ rating, whose, mayBeShown }: RatingFactsProps) {
  const { stars, hasCome, text, mayPublish, publishedAt, ratedAt } = rating
  const isPublished = publishedAt !== null
  const publication = usePublication(rating)
  return (
    <>
      <p className="row">
        {stars !== null && <b className="strong">{stars} of 5 stars</b>}
        <span>{hasCome ? 'They came.' : 'They did not come.'}</span>
        <span className="state-mark" data-tone={isPublished ? 'good' : 'off'}>
          {isPublished ? 'On the site' : 'Not on the site'}
        </span>
      </p>
      {text && (
        <p className="quoted" dir="auto">
          {text}
        </p>
      )}
      <Consent rating={rating} />
      <p className="by">
        <Time at={ratedAt} isMuted />
      </p>
      {(isPublished || (mayPublish && mayBeShown)) && (
        <button
          className="tool-button"
          type="button"
          disabled={publication.isPending}
          onClick={() => publication.mutate()}
        >
          {isPublished ? 'Take off the site' : 'Publish'}
          <span className="hidden-text"> the rating of {whose}</span>
        </button>
      )}
    </>
  )
}

/** How it went, as the visitor says; nothing while they have not. */
export function LeadRating({ lead }: SectionProps) {
  const rating = useLeadRating(lead.id).data
  if (!rating) return null
  return (
    <PanelSection heading="Rating by the visitor">
      <RatingFacts rating={rating} whose={lead.name} mayBeShown={!lead.isQuarantined} />
    </PanelSection>
  )
}
