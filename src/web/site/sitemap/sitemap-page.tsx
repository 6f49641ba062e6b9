import { sitemapPage as words } from '#/content/pages/sitemap.ts'
import { services } from '#/content/services.ts'
import { servicePath } from '#/contracts/site-routes.ts'
import { Band } from '../../ui/sections.tsx'
import { PageHero } from '../bands.tsx'
import { SiteLink } from '../links.tsx'

type Link = { label: string; href: string }

function LinkList({ heading, links }: { heading: string; links: readonly Link[] }) {
  return (
    <div className="stack">
      <h2 className="h3">{heading}</h2>
      <ul className="rows">
        {links.map(({ label, href }) => (
          <li key={href}>
            <SiteLink href={href}>{label}</SiteLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * The sitemap for visitors; search engines read `/sitemap.xml`. It has no phone bar, which would lie
 * over links.
 */
export function SitemapPage() {
  const serviceLinks = words.services.ids.map((id) => ({
    label: services[id].name,
    href: servicePath(id),
  }))
  return (
    <>
      <PageHero heading={words.defaultH1} text={words.intro} />
      <Band joined>
        <div className="grid grid-3">
          <LinkList {...words.main} />
          <LinkList heading={words.services.heading} links={serviceLinks} />
          <LinkList {...words.legal} />
        </div>
      </Band>
    </>
  )
}
