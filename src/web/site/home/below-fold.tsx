import { centralTowns, inState } from '#/content/area.ts'
import { summaryCards } from '#/content/pages/home.ts'
import { cityText, homeBelowFold } from '#/content/pages/home-below-fold.ts'
import { areSamples, mostReviews, type Testimonial, testimonials } from '#/content/testimonials.ts'
import { useMetadata } from '#/web/page-context.ts'
import { Icon } from '../../ui/icon.tsx'
import { TextList } from '../../ui/lists.tsx'
import { Band } from '../../ui/sections.tsx'
import { fillIn, useSite, useSiteOnServer, useWords } from '../../words.ts'
import { ClosingBand } from '../bands.tsx'
import { GoLink, LinkButton, SiteLink } from '../links.tsx'
import { Picture } from '../picture.tsx'
import { ReviewCard } from '../review-card.tsx'
import { ServiceCards } from '../service-card.tsx'

const { about, testimonials: reviews, areas } = homeBelowFold

function Network() {
  const fill = useWords()
  return (
    <Band>
      <div className="split split-even">
        <Picture scene="about" alt={about.imageAlt} className="about-picture" />
        <div className="stack">
          <p className="eyebrow">{about.eyebrow}</p>
          <h2>{about.heading}</h2>
          {about.paragraphs.map((paragraph) => (
            <p key={paragraph}>{fill(paragraph)}</p>
          ))}
          <TextList look="checks" items={about.features} />
          <LinkButton to={about.button} />
        </div>
      </div>
    </Band>
  )
}

/** Invented reviews are of towns that are served. */
const placed = (reviews: readonly Testimonial[], towns: readonly string[]): Testimonial[] =>
  reviews.map((review, index) => {
    const isServed = !areSamples || towns.map(inState).includes(review.location)
    return isServed ? review : { ...review, location: inState(towns[index % towns.length] ?? '') }
  })

/**
 * Reviews; on a phone a row to swipe through. Those of customers come before those of the site, and
 * no sample stands beside them. Nothing where there are only samples, and the owner shows none.
 */
function Testimonials() {
  const published = useMetadata()?.reviews ?? []
  const { showsSamples, towns } = useSiteOnServer()
  const isSample = areSamples && published.length === 0
  if (isSample && !showsSamples) return null
  const ofSite = areSamples && !isSample ? [] : placed(testimonials, towns)
  const { heading, intro } = isSample ? reviews.samples : reviews.real
  return (
    <Band tone="ice" eyebrow={reviews.eyebrow} heading={heading} intro={intro}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls must be reached by keys */}
      <section className="grid grid-3 swipe" aria-label={heading} tabIndex={0}>
        {[...published, ...ofSite].slice(0, mostReviews).map((review) => (
          <ReviewCard key={`${review.name} ${review.text}`} review={review} isSample={isSample} />
        ))}
      </section>
    </Band>
  )
}

/** Where the network works: the towns at the center with a text, the others by name. */
function Areas() {
  const { towns } = useSite()
  const fill = useWords()
  const central = centralTowns(towns)
  const others = towns.slice(central.length)
  return (
    <Band eyebrow={areas.eyebrow} heading={fill(areas.heading)}>
      <div className="grid grid-3 swipe">
        {central.map((name) => (
          <article key={name} className="card card-link city">
            <h3>{name}</h3>
            <p>{cityText(name)}</p>
            <GoLink href={areas.cityButton.href} about={name}>
              {areas.cityButton.label}
            </GoLink>
          </article>
        ))}
      </div>
      <div className="more-areas">
        <h3 className="h3">{areas.additionalHeading}</h3>
        <p>
          {others.length > 0 && `${others.join(' · ')}. `}
          {areas.outside.text} <SiteLink href={areas.outside.href}>{areas.outside.link}</SiteLink>
        </p>
      </div>
    </Band>
  )
}

const { whyChoose } = homeBelowFold

/** Whole minutes up to an hour, whole hours after that, rounded up. */
function durationOf(minutes: number): string {
  const [count, unit] = minutes <= 60 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** How soon requests were answered, where enough of them came. */
function Speed() {
  const speed = useMetadata()?.answerSpeed
  if (!speed) return null
  const { heading, text } = whyChoose.speed
  const time = durationOf(speed.medianMinutes)
  return (
    <div className="speed">
      <h3 className="h3">{heading}</h3>
      <p>{fillIn(text, { count: speed.requests, time })}</p>
    </div>
  )
}

/** What follows a request, hour by hour. */
function WhyChoose() {
  const { quote } = whyChoose
  return (
    <Band tone="ice">
      <div className="head">
        <p className="eyebrow">{whyChoose.eyebrow}</p>
        <h2>{whyChoose.heading}</h2>
        <p>{whyChoose.text}</p>
      </div>
      <ol className="hours">
        {whyChoose.steps.map(({ when, title, text }) => (
          <li key={title}>
            <p className="when">{when}</p>
            <h3 className="h3">{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <div className="row after-hours">
        <Speed />
        <LinkButton to={{ href: quote.href, label: quote.button }} />
      </div>
    </Band>
  )
}

const { services, callToAction } = homeBelowFold

/** The three kinds of customers, each a line that leads to all services. */
function Summaries() {
  return (
    <ul className="summaries">
      {summaryCards.map(({ id, icon, title, text }) => (
        <li key={id} className={`card-link summary-${id}`}>
          <Icon name={icon} />
          <div>
            <h3 className="h3">
              <SiteLink className="cover" href={services.summariesHref}>
                {title}
              </SiteLink>
            </h3>
            <p className="muted small">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Services() {
  return (
    <Band eyebrow={services.eyebrow} heading={services.heading}>
      <Summaries />
      <ServiceCards linkLabel={services.learnMore} swipe />
      <p className="actions all-services">
        <LinkButton to={services.viewAll} className="btn btn-line" />
        <GoLink href={services.unsure.href}>{services.unsure.label}</GoLink>
      </p>
    </Band>
  )
}

/** The sections between the benefits and the form. On every usual screen one has to scroll to see them. */
export function BelowFold() {
  return (
    <>
      <Services />
      <WhyChoose />
      <ClosingBand {...callToAction} />
      <Network />
      <Testimonials />
      <Areas />
    </>
  )
}
