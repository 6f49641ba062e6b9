import { summaryCards } from '#/content/pages/home.ts'
import { homeBelowFold } from '#/content/pages/home-below-fold.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Band } from '../../ui/sections.tsx'
import { ClosingBand } from '../bands.tsx'
import { GoLink, SiteLink } from '../links.tsx'
import { useAnswerSpeed } from '../page-metadata.ts'
import { ServiceCards } from '../service-card.tsx'
import { Areas, Network, Testimonials } from './network-sections.tsx'

const { whyChoose } = homeBelowFold

/** Whole minutes up to an hour, whole hours after that, rounded up. */
function durationOf(minutes: number): string {
  const [count, unit] = minutes <= 60 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** How soon requests were answered, where enough of them came. */
function Speed() {
  const speed = useAnswerSpeed()
  if (!speed) return null
  const text = whyChoose.speed.text
    .replace('{count}', String(speed.requests))
    .replace('{time}', durationOf(speed.medianMinutes))
  return (
    <div className="speed">
      <h3 className="h3">{whyChoose.speed.heading}</h3>
      <p>{text}</p>
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
      <div className="after-hours">
        <Speed />
        <SiteLink className="btn" href={quote.href}>
          {quote.button}
        </SiteLink>
      </div>
    </Band>
  )
}

const { services, callToAction } = homeBelowFold

const summaryIcons = {
  'residential-hvac': 'house',
  'commercial-hvac': 'store',
  'emergency-hvac': 'siren',
} as const satisfies Record<(typeof summaryCards)[number]['id'], IconName>

/** The three kinds of customers, each a line that leads to all services. */
function Summaries() {
  return (
    <ul className="summaries">
      {summaryCards.map(({ id, title, text }) => (
        <li key={id} className={`card-link summary-${id}`}>
          <Icon name={summaryIcons[id]} />
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
    <Band>
      <div className="head">
        <p className="eyebrow">{services.eyebrow}</p>
        <h2>{services.heading}</h2>
      </div>
      <Summaries />
      <ServiceCards linkLabel={services.learnMore} swipe />
      <p className="actions all-services">
        <SiteLink className="btn btn-line" href={services.viewAll.href}>
          {services.viewAll.label}
        </SiteLink>
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
