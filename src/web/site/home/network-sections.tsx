import { otherTowns } from '#/content/areas.ts'
import { featuredCities, homeBelowFold } from '#/content/pages/home-below-fold.ts'
import { mostReviews, testimonials } from '#/content/testimonials.ts'
import { CheckList, TagList } from '../../ui/lists.tsx'
import { Band, SectionHead } from '../../ui/sections.tsx'
import { useWords } from '../../words.ts'
import { useReviews } from '../page-metadata.ts'
import { Picture } from '../picture.tsx'
import { ReviewCard } from '../review-card.tsx'
import { GoLink, SiteLink } from '../site-link.tsx'

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

/** Reviews; on a phone a row to swipe through. Those of customers come before those of the site. */
export function Testimonials() {
  const shown = [...useReviews(), ...testimonials].slice(0, mostReviews)
  return (
    <Band tone="ice">
      <SectionHead eyebrow={reviews.eyebrow} heading={reviews.heading} intro={reviews.intro} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls must be reached by keys */}
      <section className="grid grid-3 swipe" aria-label={reviews.heading} tabIndex={0}>
        {shown.map((review) => (
          <ReviewCard key={`${review.name} ${review.text}`} review={review} />
        ))}
      </section>
    </Band>
  )
}

/** Where the network works: three cities with a text, the other towns by name. */
export function Areas() {
  return (
    <Band>
      <SectionHead eyebrow={areas.eyebrow} heading={areas.heading} intro={areas.intro} />
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
      <div className="stack">
        <h3>{areas.additionalHeading}</h3>
        <TagList items={otherTowns.map(({ label }) => label)} />
        <p>
          {areas.outside.text} <SiteLink href={areas.outside.href}>{areas.outside.link}</SiteLink>
        </p>
      </div>
    </Band>
  )
}
