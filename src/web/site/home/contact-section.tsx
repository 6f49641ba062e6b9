import { contactSection } from '#/content/contact-section.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { CheckList } from '../../ui/lists.tsx'
import { Band, SectionHead } from '../../ui/sections.tsx'
import { useWords } from '../../words.ts'
import { EstimateFormPlace } from '../estimate-form/estimate-form.tsx'
import { CallLink, MailLink } from '../links.tsx'
import { CoverageMap } from '../map/coverage-map.tsx'

const { info, coverage, whyChoose } = contactSection

function Term({ icon, children }: { icon: IconName; children: string }) {
  return (
    <dt className="line">
      <Icon name={icon} />
      {children}
    </dt>
  )
}

function ContactFacts() {
  return (
    <div className="card">
      <h3>{info.heading}</h3>
      <dl className="facts">
        <dt>{info.phone.label}</dt>
        <dd>
          <CallLink text={info.phone.value} className="line phone-large" />
          <p className="hot small">{info.phone.note}</p>
        </dd>
        <dt>{info.email.label}</dt>
        <dd>
          <MailLink />
        </dd>
        <Term icon="map-pin">{info.area.label}</Term>
        <dd>{info.area.value}</dd>
        <Term icon="clock">{info.hours.label}</Term>
        <dd>
          {info.hours.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </dd>
      </dl>
    </div>
  )
}

/** The end of the home page: the form, contact details and the service area. */
export function ContactSection() {
  const fill = useWords()
  return (
    <Band tone="ice" id="contact">
      <SectionHead heading={contactSection.heading} intro={contactSection.intro} />
      <div className="split">
        <EstimateFormPlace set="estimate" />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls must be reached by keys */}
        <section className="grid contact-side swipe" aria-label={info.heading} tabIndex={0}>
          <ContactFacts />
          <div className="card">
            <h3>{coverage.heading}</h3>
            <p className="coverage-text">{coverage.text}</p>
            <p className="small">
              <span className="muted">{coverage.townsLabel}:</span> {coverage.towns.join(', ')}
            </p>
            <CoverageMap />
          </div>
          <div className="card">
            <h3>{fill(whyChoose.heading)}</h3>
            <CheckList items={whyChoose.items} />
          </div>
        </section>
      </div>
    </Band>
  )
}
