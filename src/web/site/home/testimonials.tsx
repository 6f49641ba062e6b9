import { homePage } from '#/content/pages/home.ts'
import { type Testimonial, testimonials } from '#/content/testimonials.ts'
import { Icon } from '../../ui/icon.tsx'
import { Band, SectionHead } from '../../ui/sections.tsx'

const words = homePage.testimonials

function Review({ review }: { review: Testimonial }) {
  const { name, location, rating, text, service, source, date } = review
  return (
    <figure className="card review">
      <div
        className="stars"
        role="img"
        aria-label={words.ratingLabel.replace('{rating}', String(rating))}
      />
      <blockquote>{text}</blockquote>
      <figcaption>
        <p>
          <b>{name}</b>, {location}
        </p>
        <p className="muted small">{service}</p>
        <p className="muted small review-source">
          {source in words.sourceNames && (
            <span
              role="img"
              aria-label={words.sourceLabel.replace('{source}', words.sourceNames[source])}
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

/** The six reviews. */
export function Testimonials() {
  return (
    <Band tone="ice">
      <SectionHead eyebrow={words.eyebrow} heading={words.heading} intro={words.intro} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls must be reached by keys */}
      <section className="grid grid-3 swipe" aria-label={words.heading} tabIndex={0}>
        {testimonials.map((review) => (
          <Review key={review.id} review={review} />
        ))}
      </section>
    </Band>
  )
}
