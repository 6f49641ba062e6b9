import { places, type Symptom, whatsWrongPage as words } from '#/content/pages/whats-wrong.ts'
import { serviceImageAlts } from '#/content/services/service-detail.ts'
import { services } from '#/content/services.ts'
import { servicePath } from '#/contracts/site-routes.ts'
import { Unfolding } from '../../ui/lists.tsx'
import { Band } from '../../ui/sections.tsx'
import { ClosingBand, Danger, PageHero } from '../bands.tsx'
import { WithPhoneBar } from '../chrome/site-chrome.tsx'
import { CallLink, GoLink } from '../links.tsx'
import { Picture } from '../picture.tsx'

const { hero } = words

/** Large enough for a thumb on a narrow phone, in units of the picture. */
const touchRadius = 52

/** The house, with a link on each place. The links are drawn in the picture's own units. */
function House() {
  return (
    <div className="house">
      <Picture scene="residential-hvac" alt={serviceImageAlts['residential-hvac']} priority />
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset */}
      <svg viewBox="0 0 800 600" width="800" height="600" role="group" aria-label={hero.mapLabel}>
        {places.map(({ id, name, at: [x, y] }, index) => (
          <a key={id} href={`#${id}`} aria-label={`${index + 1}: ${name}`}>
            <circle cx={x} cy={y} r={touchRadius} fillOpacity="0" />
            <circle cx={x} cy={y} r="27" />
            <text x={x} y={y + 11} textAnchor="middle">
              {index + 1}
            </text>
          </a>
        ))}
      </svg>
    </div>
  )
}

/** Opens on a click. Where it is urgent, the phone comes first. */
function SymptomEntry({ symptom }: { symptom: Symptom }) {
  const { sign, often, now, service, urgent } = symptom
  return (
    <Unfolding line={sign}>
      {urgent && (
        <p>
          <CallLink className="btn btn-hot" text={words.call} />
        </p>
      )}
      <p>
        <b>{words.now}</b> {now}
      </p>
      <p>
        <b>{words.often}</b> {often}
      </p>
      <p>
        <GoLink href={servicePath(service)}>{services[service].name}</GoLink>
      </p>
    </Unfolding>
  )
}

/** From what a visitor notices to the service that fixes it. Needs no script. */
export function WhatsWrongPage() {
  return (
    <>
      {/* Outside of the part with the phone bar, which must not lie over the danger. */}
      <PageHero
        eyebrow={hero.eyebrow}
        heading={words.defaultH1}
        text={hero.text}
        picture={<House />}
      >
        <Danger />
      </PageHero>
      <WithPhoneBar>
        <Band tone="ice">
          <div className="grid grid-3">
            {places.map(({ id, name, symptoms }, index) => (
              <section key={id} id={id} className="card">
                <h2 className="h3">
                  {index + 1}. {name}
                </h2>
                <div className="rows">
                  {symptoms.map((symptom) => (
                    <SymptomEntry key={symptom.sign} symptom={symptom} />
                  ))}
                </div>
              </section>
            ))}
          </div>
        </Band>
        <ClosingBand {...words.closing} />
      </WithPhoneBar>
    </>
  )
}
