import { coverageTowns } from '#/content/area.ts'
import { contactSection } from '#/content/contact-section.ts'
import { homePage } from '#/content/pages/home.ts'
import { useHeading } from '#/web/page-context.ts'
import { Icon } from '../../ui/icon.tsx'
import { TextList } from '../../ui/lists.tsx'
import { Band, Breeze } from '../../ui/sections.tsx'
import { useSite, useWords } from '../../words.ts'
import { WithPhoneBar } from '../chrome/site-chrome.tsx'
import { EstimateForm } from '../estimate-form/estimate-form.tsx'
import { Always, CallLink, LinkButton, MailLink } from '../links.tsx'
import { CoverageMap } from '../map/coverage-map.tsx'
import { Picture } from '../picture.tsx'
import { BelowFold } from './below-fold.tsx'

const { info, coverage, whyChoose } = contactSection

function ContactFacts() {
  const site = useSite()
  const fill = useWords()
  return (
    <div className="card">
      <h3>{info.heading}</h3>
      <dl className="contact-facts">
        <dt>{info.phone.label}</dt>
        <dd>
          <CallLink text={info.phone.value} className="line phone-large" />
          <Always className="hot small" text={info.phone.note} />
        </dd>
        <dt>{info.email.label}</dt>
        <dd>
          <MailLink />
        </dd>
        <dt>{info.area.label}</dt>
        <dd>{fill(info.area.value)}</dd>
        <dt>{info.hours.label}</dt>
        <dd>
          {site.hours.long.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </dd>
      </dl>
    </div>
  )
}

/** The end of the home page: the form, contact details and the service area. */
function ContactSection() {
  const { towns } = useSite()
  const fill = useWords()
  return (
    <Band tone="ice" id="contact" heading={contactSection.heading} intro={contactSection.intro}>
      <div className="split">
        <EstimateForm set="estimate" />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls must be reached by keys */}
        <section className="grid contact-side swipe" aria-label={info.heading} tabIndex={0}>
          <ContactFacts />
          <div className="card">
            <h3>{coverage.heading}</h3>
            <p className="coverage-text">{fill(coverage.text)}</p>
            <p className="small">
              <span className="muted">{coverage.townsLabel}:</span>{' '}
              {coverageTowns(towns).join(', ')}
            </p>
            <CoverageMap />
          </div>
          <div className="card">
            <h3>{fill(whyChoose.heading)}</h3>
            <TextList look="checks" items={whyChoose.items.map(fill)} />
          </div>
        </section>
      </div>
    </Band>
  )
}

const { hero, benefits } = homePage

/** The first screen, with the links to the form and to the services. */
function Hero() {
  const fill = useWords()
  return (
    <section className="hero">
      <Breeze />
      <div className="wrap hero-columns">
        <div className="stack">
          <p className="eyebrow">{fill(hero.eyebrow)}</p>
          <h1>{useHeading(homePage.defaultH1)}</h1>
          <p className="intro">{hero.text}</p>
          <div className="actions">
            <LinkButton to={hero.primary} />{' '}
            <LinkButton to={hero.secondary} className="btn btn-line" />
            <CallLink text={hero.call} />
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

function Benefits() {
  const fill = useWords()
  return (
    <section className="wrap">
      <h2 className="hidden-text">{benefits.heading}</h2>
      <ul className="benefits">
        {benefits.tiles.map(({ id, icon, title, text }) => (
          <li key={id}>
            <Icon name={icon} />
            <h3>{title}</h3>
            <p className="muted small">{fill(text)}</p>
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
