import { contactPage } from '#/content/pages/contact.ts'
import { serviceChoiceLabels } from '#/content/services.ts'
import { TextList, Unfolding } from '../../ui/lists.tsx'
import { Band, SectionHead } from '../../ui/sections.tsx'
import { useSite, useWords } from '../../words.ts'
import { ClosingBand, PageHero } from '../bands.tsx'
import { EstimateForm } from '../estimate-form/estimate-form.tsx'
import { Always, CallLink, GoLink } from '../links.tsx'
import { CoverageMap } from '../map/coverage-map.tsx'

const { hero, cards, map, services, faqs, closing } = contactPage

function ContactCards() {
  const { call, hours, area } = cards
  const site = useSite()
  const fill = useWords()
  return (
    <div className="grid">
      <div className="card on-primary">
        <h2 className="h3">{call.heading}</h2>
        <p>{call.text}</p>
        <CallLink className="line phone-large" text={call.phone} />
        <Always className="small" text={call.note} />
      </div>
      <div className="card">
        <h2 className="h3">{hours.heading}</h2>
        <ul>
          {site.hours.long.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <Always className="hot small" text={hours.note} />
      </div>
      <div className="card">
        <h2 className="h3">{area.heading}</h2>
        <p>
          {fill(area.text)}, {fill(area.note)}
        </p>
        <GoLink href={area.link.href}>{area.link.label}</GoLink>
      </div>
    </div>
  )
}

/** The contact page. Its form does not ask for the address. */
export function ContactPage() {
  const fill = useWords()
  return (
    <>
      <PageHero eyebrow={hero.eyebrow} heading={contactPage.defaultH1} text={fill(hero.text)} />
      <Band joined>
        <div className="split">
          <EstimateForm set="message" />
          <ContactCards />
        </div>
        <div className="stack apart">
          <h2 className="h3">{services.heading}</h2>
          <p>{services.intro}</p>
          <TextList look="tags" items={services.ids.map((id) => serviceChoiceLabels[id])} />
        </div>
      </Band>
      <Band tone="ice" heading={map.heading}>
        <CoverageMap />
      </Band>
      <Band>
        <div className="split split-back">
          <SectionHead heading={faqs.heading} />
          <div>
            {faqs.items.map(({ id, question, answer }) => (
              <Unfolding key={id} line={question}>
                {answer.map((paragraph) => (
                  <p key={paragraph}>{fill(paragraph)}</p>
                ))}
              </Unfolding>
            ))}
          </div>
        </div>
      </Band>
      <ClosingBand {...closing} />
    </>
  )
}
