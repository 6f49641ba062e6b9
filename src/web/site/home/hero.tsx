import { homePage } from '#/content/pages/home.ts'
import { Breeze } from '../../ui/sections.tsx'
import { useHeading } from '../page-metadata.ts'
import { Picture } from '../picture.tsx'
import { SiteLink } from '../site-link.tsx'

const { hero } = homePage

/** The first screen: what this is, and the two ways on. */
export function Hero() {
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
            </SiteLink>
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
