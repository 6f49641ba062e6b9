import { featuredCities, otherTowns } from '#/content/areas.ts'
import { homePage } from '#/content/pages/home.ts'
import { TagList } from '../../ui/lists.tsx'
import { Band, SectionHead } from '../../ui/sections.tsx'
import { GoLink } from '../go-link.tsx'
import { SiteLink } from '../site-link.tsx'

const words = homePage.areas

/** Three cities in words, the other towns by name. */
export function AreasSection() {
  return (
    <Band>
      <SectionHead eyebrow={words.eyebrow} heading={words.heading} intro={words.intro} />
      <div className="grid grid-3 swipe">
        {featuredCities.map(({ name, description }) => (
          <article key={name} className="card card-link city">
            <h3>{name}</h3>
            <p>{description}</p>
            <GoLink href={words.cityButton.href} about={name}>
              {words.cityButton.label}
            </GoLink>
          </article>
        ))}
      </div>
      <div className="stack">
        <h3>{words.additionalHeading}</h3>
        <TagList items={otherTowns.map(({ label }) => label)} />
        <p>
          {words.outside.text} <SiteLink href={words.outside.href}>{words.outside.link}</SiteLink>
        </p>
      </div>
    </Band>
  )
}
