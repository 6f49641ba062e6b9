import { api } from '#/contracts/endpoints/api.ts'
import type { Rating } from '#/contracts/referrals/ratings.ts'
import { Button } from '../../ui/button.tsx'
import { PanelSection, type SectionProps } from '../shell/panel-frame.tsx'
import { Time } from '../shell/times.tsx'
import { useChange } from '../shell/use-api.ts'

/** A rating, and whether it may be published. */
export function RatingFacts({ rating }: { rating: Rating }) {
  const { stars, hasCome, text, mayPublish, shownName, shownTown, publishedAt, ratedAt } = rating
  return (
    <>
      <p className="row">
        {stars !== null && <b className="strong">{stars} of 5 stars</b>}
        <span>{hasCome ? 'Showed up.' : 'Didn’t show up.'}</span>
        <span className="state-mark" data-tone={publishedAt === null ? undefined : 'good'}>
          {publishedAt === null ? 'Not on the site' : 'On the site'}
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
    </>
  )
}

type PublishButtonProps = {
  rating: Rating
  /** Whose it is, for who hears the button and nothing around it. */
  whose: string
  /** True for what the site does not show whatever is clicked. */
  isHeld: boolean
}

/** Puts a rating on the site, or takes it off; nothing for one that may not be published. */
export function PublishButton({ rating, whose, isHeld }: PublishButtonProps) {
  const { leadId, version, mayPublish, publishedAt } = rating
  const isPublished = publishedAt !== null
  const publish = useChange(api.publishRating, {
    // As it was read: the customer may have changed it since.
    send: () => ({ params: { leadId }, body: { version } }),
    success: 'The rating is on the home page',
    failure: 'Failed to publish the rating',
  })
  const takeOff = useChange(api.takeRatingOff, {
    send: () => ({ params: { leadId } }),
    success: 'The rating is off the site',
    failure: 'Failed to take the rating off',
  })
  if (!isPublished && (!mayPublish || isHeld)) return null
  return (
    <Button
      about={`the rating of ${whose}`}
      isBusy={publish.isPending || takeOff.isPending}
      onPress={() => (isPublished ? takeOff : publish).mutate()}
    >
      {isPublished ? 'Take off the site' : 'Publish'}
    </Button>
  )
}

/** How it went, as the visitor says; nothing while they have not. */
export function LeadRating({ lead }: SectionProps) {
  const { rating } = lead
  if (!rating) return null
  return (
    <PanelSection heading="Customer’s rating">
      <RatingFacts rating={rating} />
      <PublishButton rating={rating} whose={lead.name} isHeld={lead.isQuarantined} />
    </PanelSection>
  )
}
