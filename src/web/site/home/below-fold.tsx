import { summaryCards } from '#/content/pages/home.ts'
import { homeBelowFold } from '#/content/pages/home-below-fold.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Band } from '../../ui/sections.tsx'
import { ClosingBand } from '../closing-band.tsx'
import { ServiceCards } from '../service-card.tsx'
import { GoLink, SiteLink } from '../site-link.tsx'
import { Areas, Network, Testimonials } from './network-sections.tsx'
import { WhyChoose } from './why-choose.tsx'

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
