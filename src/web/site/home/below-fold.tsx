import { homeBelowFold } from '#/content/pages/home-below-fold.ts'
import { Points } from '../../ui/lists.tsx'
import { Band, SectionHead } from '../../ui/sections.tsx'
import { ClosingBand } from '../closing-band.tsx'
import { ServiceCards } from '../service-card.tsx'
import { SiteLink } from '../site-link.tsx'
import { Areas, Network, Testimonials } from './network-sections.tsx'

const { whyChoose, services, callToAction } = homeBelowFold

function WhyChoose() {
  const { quote } = whyChoose
  return (
    <Band tone="ice">
      <div className="split">
        <div>
          <SectionHead
            eyebrow={whyChoose.eyebrow}
            heading={whyChoose.heading}
            intro={whyChoose.text}
          />
          <div className="card on-primary quote">
            <div>
              <h3>{quote.heading}</h3>
              <p>{quote.text}</p>
            </div>
            <SiteLink className="btn btn-light" href={quote.href}>
              {quote.button}
            </SiteLink>
          </div>
        </div>
        <Points items={whyChoose.points} />
      </div>
    </Band>
  )
}

function Services() {
  return (
    <Band>
      <SectionHead eyebrow={services.eyebrow} heading={services.heading} intro={services.intro} />
      <ServiceCards linkLabel={services.learnMore} swipe />
      <p>
        <SiteLink className="btn btn-line" href={services.viewAll.href}>
          {services.viewAll.label}
        </SiteLink>
      </p>
    </Band>
  )
}

/** The sections between the summaries and the form. On every usual screen one has to scroll to see them. */
export function BelowFold() {
  return (
    <>
      <WhyChoose />
      <Services />
      <ClosingBand {...callToAction} />
      <Network />
      <Testimonials />
      <Areas />
    </>
  )
}
