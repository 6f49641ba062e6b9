import { homePage } from '#/content/pages/home.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Band, SectionHead } from '../../ui/sections.tsx'
import { GoLink } from '../go-link.tsx'

const { summaries } = homePage

const icons = {
  'residential-hvac': 'house',
  'commercial-hvac': 'store',
  'emergency-hvac': 'siren',
} as const satisfies Record<(typeof summaries.cards)[number]['id'], IconName>

/** Three doors: for a home, for a business, in an emergency. */
export function Summaries() {
  return (
    <Band>
      <SectionHead heading={summaries.heading} />
      <div className="grid grid-3">
        {summaries.cards.map(({ id, title, text, link }) => (
          <article key={id} className={`card card-link summary-${id}`}>
            <h3 className="sign">
              <Icon name={icons[id]} />
              {title}
            </h3>
            <p>{text}</p>
            <GoLink href={summaries.href}>{link}</GoLink>
          </article>
        ))}
      </div>
    </Band>
  )
}
