import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { Rating } from '#/contracts/referrals/ratings.ts'
import { Button } from '../../ui/button.tsx'
import { PanelSection, type SectionProps } from '../shell/panel-frame.tsx'
import { Time } from '../shell/times.tsx'
import { useChange } from '../shell/use-api.ts'

/** The changes that put a rating on the site as it was read, and that take it off. */
function usePublication({ leadId, version }: Rating) {
  const refetches = [pathTo(api.lead, { leadId }), api.ratings.path]
  const publish = useChange(api.publishRating, {
    send: () => ({ params: { leadId }, body: { version } }),
    success: 'The rating is on the home page',
    failure: 'Failed to publish the rating',
    refetches,
  })
  const takeOff = useChange(api.takeRatingOff, {
    send: () => ({ params: { leadId } }),
    success: 'The rating is off the site',
    failure: 'Failed to take the rating off',
    refetches,
  })
  return { publish, takeOff }
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
  const { stars, hasCome, text, mayPublish, shownName, shownTown, publishedAt, ratedAt } = rating
  const isPublished = publishedAt !== null
  const { publish, takeOff } = usePublication(rating)
  return (
    <>
      <p className="row">
        {stars !== null && <b className="strong">{stars} of 5 stars</b>}
        <span>{hasCome ? 'Showed up.' : 'Didn’t show up.'}</span>
        <span className="state-mark" data-tone={isPublished ? 'good' : 'off'}>
          {isPublished ? 'On the site' : 'Not on the site'}
        </span>
      </p>
      {text && (
        <p className="quoted" dir="auto">
          {text}
        </p>
      )}
      {mayPublish ? (
        <p className="by">
          May be published as{' '}
          <b>
            <bdi>{shownName}</bdi>, {shownTown}
          </b>
          .
        </p>
      ) : (
        <p className="by">They don’t want it published.</p>
      )}
      <p className="by">
        <Time at={ratedAt} isMuted />
      </p>
      {(isPublished || (mayPublish && mayBeShown)) && (
        <Button
          about={`the rating of ${whose}`}
          isBusy={publish.isPending || takeOff.isPending}
          onPress={() => (isPublished ? takeOff : publish).mutate()}
        >
          {isPublished ? 'Take off the site' : 'Publish'}
        </Button>
      )}
    </>
  )
}

/** How it went, as the visitor says; nothing while they have not. */
export function LeadRating({ lead }: SectionProps) {
  const { rating } = lead
  if (!rating) return null
  return (
    <PanelSection heading="Customer’s rating">
      <RatingFacts rating={rating} whose={lead.name} mayBeShown={!lead.isQuarantined} />
    </PanelSection>
  )
}
