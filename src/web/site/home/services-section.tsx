import { homePage } from '#/content/pages/home.ts'
import { cardServiceIds } from '#/contracts/services.ts'
import { Band, SectionHead } from '../../ui/sections.tsx'
import { ServiceCard } from '../service-card.tsx'
import { SiteLink } from '../site-link.tsx'

const { services } = homePage

/** The seven service cards. */
export function ServicesSection() {
  return (
    <Band>
      <SectionHead eyebrow={services.eyebrow} heading={services.heading} intro={services.intro} />
      <div className="grid grid-3 service-grid">
        {cardServiceIds.map((id) => (
          <ServiceCard key={id} id={id} linkLabel={services.learnMore} />
        ))}
      </div>
      <p className="mt-8 text-center">
        <SiteLink className="btn btn-line" href={services.viewAll.href}>
          {services.viewAll.label}
        </SiteLink>
      </p>
    </Band>
  )
}
