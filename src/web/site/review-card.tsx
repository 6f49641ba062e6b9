import { homeBelowFold } from '#/content/pages/home-below-fold.ts'
import type { Testimonial } from '#/content/testimonials.ts'
import type { Review } from '#/contracts/referrals/ratings.ts'
import { Icon } from '../ui/icon.tsx'
import { fillIn } from '../words.ts'

const { testimonials: words } = homeBelowFold

/** In pixels. */
const starWidth = 22

type ReviewCardProps = {
  review: Testimonial | Review
  /** True for an invented review: it is marked and smaller, without stars and the sign of a review site. */
  isSample?: boolean
}

/** A review of the network, with its stars. */
export function ReviewCard({ review, isSample = false }: ReviewCardProps) {
  const { name, location, rating, text, service, date } = review
  const source = 'source' in review && !isSample ? review.source : undefined
  const stars = fillIn(words.ratingLabel, { rating })
  return (
    <figure className="card review">
      {isSample ? (
        <p className="muted small">{`${words.sample}, ${stars}`}</p>
      ) : (
        // Of all elements this one can be so wide without a rule for each width.
        <svg
          className="stars"
          width={starWidth * rating}
          height="20"
          role="img"
          aria-label={stars}
        />
      )}
      <blockquote className={isSample ? 'small' : undefined}>{text}</blockquote>
      <figcaption>
        <p>
          <b>{name}</b>
          {`, ${location}`}
        </p>
        <p className="muted small">{service}</p>
        <p className="muted small line">
          {source && source in words.sourceNames && (
            <span
              role="img"
              aria-label={fillIn(words.sourceLabel, { source: words.sourceNames[source] })}
            >
              <Icon name={source} />
            </span>
          )}
          {date}
        </p>
      </figcaption>
    </figure>
  )
}
