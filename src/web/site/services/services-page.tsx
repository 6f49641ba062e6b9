import { servicesPage as words } from '#/content/pages/services.ts'
import { servicePath } from '#/contracts/site-routes.ts'
import { Icon } from '../../ui/icon.tsx'
import { Points } from '../../ui/lists.tsx'
import { Band, SectionHead } from '../../ui/sections.tsx'
import { useWords } from '../../words.ts'
import { PageHero } from '../bands.tsx'
import { WithPhoneBar } from '../chrome/site-chrome.tsx'
import { LinkButton, SiteLink } from '../links.tsx'
import { ServiceCards } from '../service-card.tsx'

const { hero, highlights, cards, whyChoose } = words

function Highlights() {
  const fill = useWords()
  return (
    <Band joined>
      <h2 className="hidden-text">{highlights.heading}</h2>
      <div className="grid grid-3">
        {highlights.cards.map(({ id, icon, title, text }) => (
          <article key={id} className="card card-link">
            <h3 className="line sign">
              <Icon name={icon} />
              <SiteLink className="cover" href={servicePath(id)}>
                {title}
              </SiteLink>
            </h3>
            <p>{fill(text)}</p>
          </article>
        ))}
      </div>
    </Band>
  )
}

function WhyChoose() {
  const fill = useWords()
  return (
    <Band tone="ice">
      <div className="split split-back">
        <div>
          <SectionHead heading={fill(whyChoose.heading)} intro={whyChoose.intro} />
          <LinkButton to={whyChoose.button} />
        </div>
        <Points
          items={whyChoose.commitments.map(({ title, text }) => ({ title, text: fill(text) }))}
        />
      </div>
    </Band>
  )
}

/** The overview of all services. */
export function ServicesPage() {
  return (
    <WithPhoneBar>
      <PageHero eyebrow={hero.eyebrow} heading={words.defaultH1} text={hero.text} />
      <Highlights />
      <Band joined heading={cards.heading}>
        <ServiceCards linkLabel={cards.viewDetails} />
      </Band>
      <WhyChoose />
    </WithPhoneBar>
  )
}
