import { homePage } from '#/content/pages/home.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Breeze } from '../../ui/sections.tsx'
import { WithPhoneBar } from '../chrome/site-chrome.tsx'
import { SiteLink } from '../links.tsx'
import { useHeading } from '../page-metadata.ts'
import { Picture } from '../picture.tsx'
import { BelowFold } from './below-fold.tsx'
import { ContactSection } from './contact-section.tsx'

const { hero, benefits } = homePage

/** The first screen, with the links to the form and to the services. */
function Hero() {
  return (
    <section className="hero">
      <Breeze />
      <div className="wrap hero-columns">
        <div className="stack">
          <p className="eyebrow">{hero.eyebrow}</p>
          <h1>{useHeading(homePage.defaultH1)}</h1>
          <p className="lead">{hero.text}</p>
          <div className="actions">
            <SiteLink className="btn" href={hero.primary.href}>
              {hero.primary.label}
            </SiteLink>{' '}
            <SiteLink className="btn btn-line" href={hero.secondary.href}>
              {hero.secondary.label}
            </SiteLink>
          </div>
        </div>
        <Picture
          scene="hero"
          alt={hero.imageAlt}
          sizes="(min-width: 64rem) 50vw, 100vw"
          priority
          className="hero-picture"
        />
      </div>
    </section>
  )
}

const benefitIcons = {
  estimates: 'file-check',
  response: 'zap',
  pros: 'badge-check',
  financing: 'wallet',
} as const satisfies Record<(typeof benefits.tiles)[number]['id'], IconName>

function Benefits() {
  return (
    <section className="wrap">
      <h2 className="hidden-text">{benefits.heading}</h2>
      <ul className="benefits">
        {benefits.tiles.map(({ id, title, text }) => (
          <li key={id}>
            <Icon name={benefitIcons[id]} />
            <h3>{title}</h3>
            <p className="muted small">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The home page. It has the phone bar as far as the form. */
export function HomePage() {
  return (
    <div className="home">
      <WithPhoneBar>
        <Hero />
        <Benefits />
        <BelowFold />
      </WithPhoneBar>
      <ContactSection />
    </div>
  )
}
