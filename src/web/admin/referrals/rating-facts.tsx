import type { Rating } from '#/contracts/referrals/ratings.ts'
import { PanelSection, type SectionProps } from '../leads/panel/panel-frame.tsx'
import { ExactTime } from '../leads/times.tsx'
import { useLeadRating, usePublication } from './use-ratings.ts'

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
      <p className="rating-head">
        <b className="strong">{stars} of 5 stars</b>
        <span>{hasCome ? 'They came.' : 'They did not come.'}</span>
        <span className="state-mark" data-tone={isPublished ? 'good' : 'off'}>
          {isPublished ? 'On the site' : 'Not on the site'}
        </span>
      </p>
      {text && (
        <p className="rating-text" dir="auto">
          {text}
        </p>
      )}
      <Consent rating={rating} />
      <p className="by">
        <ExactTime at={ratedAt} isMuted />
      </p>
      {(isPublished || (mayPublish && mayBeShown)) && (
        <button
          className="row-button"
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
    <PanelSection heading="Rating by the visitor" className="rating">
      <RatingFacts rating={rating} whose={lead.name} mayBeShown={!lead.isQuarantined} />
    </PanelSection>
  )
}
