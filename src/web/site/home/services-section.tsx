import { homePage } from '#/content/pages/home.ts'
import { Band, SectionHead } from '../../ui/sections.tsx'
import { ServiceCards } from '../service-card.tsx'
import { SiteLink } from '../site-link.tsx'

const { services } = homePage

/** The seven service cards. */
export function ServicesSection() {
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
