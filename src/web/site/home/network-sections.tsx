import { otherTowns } from '#/content/areas.ts'
import { featuredCities, homeBelowFold } from '#/content/pages/home-below-fold.ts'
import { areSamples, mostReviews, testimonials } from '#/content/testimonials.ts'
import { CheckList } from '../../ui/lists.tsx'
import { Band, SectionHead } from '../../ui/sections.tsx'
import { useWords } from '../../words.ts'
import { GoLink, SiteLink } from '../links.tsx'
import { useReviews } from '../page-metadata.ts'
import { Picture } from '../picture.tsx'
import { ReviewCard } from '../review-card.tsx'

const { about, testimonials: reviews, areas } = homeBelowFold

/** What the network is. */
export function Network() {
  const fill = useWords()
  return (
    <Band>
      <div className="split split-even">
        <Picture
          scene="about"
          alt={about.imageAlt}
          sizes="(min-width: 64rem) 36rem, 100vw"
          className="about-picture"
        />
        <div className="stack">
          <p className="eyebrow">{about.eyebrow}</p>
          <h2>{about.heading}</h2>
          {about.paragraphs.map((paragraph) => (
            <p key={paragraph}>{fill(paragraph)}</p>
          ))}
          <CheckList items={about.features} />
          <SiteLink className="btn" href={about.button.href}>
            {about.button.label}
          </SiteLink>
        </div>
      </div>
    </Band>
  )
}

/**
 * Reviews; on a phone a row to swipe through. Those of customers come before those of the site, and
 * no sample stands beside them.
 */
export function Testimonials() {
  const published = useReviews()
  const isSample = areSamples && published.length === 0
  const ofSite = areSamples && !isSample ? [] : testimonials
  const { heading, intro } = isSample ? reviews.samples : reviews.real
  return (
    <Band tone="ice">
      <SectionHead eyebrow={reviews.eyebrow} heading={heading} intro={intro} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls must be reached by keys */}
      <section className="grid grid-3 swipe" aria-label={heading} tabIndex={0}>
        {[...published, ...ofSite].slice(0, mostReviews).map((review) => (
          <ReviewCard key={`${review.name} ${review.text}`} review={review} isSample={isSample} />
        ))}
      </section>
    </Band>
  )
}

/** Where the network works: three cities with a text, the other towns by name. */
export function Areas() {
  return (
    <Band>
      <SectionHead eyebrow={areas.eyebrow} heading={areas.heading} />
      <div className="grid grid-3 swipe">
        {featuredCities.map(({ name, description }) => (
          <article key={name} className="card card-link city">
            <h3>{name}</h3>
            <p>{description}</p>
            <GoLink href={areas.cityButton.href} about={name}>
              {areas.cityButton.label}
            </GoLink>
          </article>
        ))}
      </div>
      <div className="more-areas">
        <h3 className="h3">{areas.additionalHeading}</h3>
        <p>
          {otherTowns.map(({ name }) => name).join(' · ')}. {areas.outside.text}{' '}
          <SiteLink href={areas.outside.href}>{areas.outside.link}</SiteLink>
        </p>
      </div>
    </Band>
  )
}
