import { contactPage } from '#/content/pages/contact.ts'
import { serviceChoiceLabels } from '#/content/services.ts'
import { Question } from '../../ui/lists.tsx'
import { Band, SectionHead } from '../../ui/sections.tsx'
import { useWords } from '../../words.ts'
import { ClosingBand } from '../closing-band.tsx'
import { EstimateForm } from '../estimate-form/estimate-form.tsx'
import { CoverageMap } from '../map/coverage-map.tsx'
import { PageHero } from '../page-hero.tsx'
import { ContactCards } from './contact-cards.tsx'

const { hero, map, services, faqs, closing } = contactPage

function ServiceList() {
  return (
    <aside className="stack">
      <h2 className="h3">{services.heading}</h2>
      <p>{services.intro}</p>
      <ul className="rows">
        {services.ids.map((id) => (
          <li key={id}>{serviceChoiceLabels[id]}</li>
        ))}
      </ul>
    </aside>
  )
}

function Questions() {
  const fill = useWords()
  return (
    <div className="split split-back">
      <SectionHead heading={faqs.heading} />
      <div>
        {faqs.items.map(({ id, question, answer }) => (
          <Question key={id} question={question} answer={answer.map(fill)} />
        ))}
      </div>
    </div>
  )
}

/** Every way to reach the network, with the form that asks for the least. */
export default function ContactPage() {
  return (
    <>
      <PageHero eyebrow={hero.eyebrow} heading={contactPage.defaultH1} text={hero.text} />
      <Band joined>
        <ContactCards />
        <div className="split apart">
          <EstimateForm set="message" />
          <ServiceList />
        </div>
      </Band>
      <Band tone="ice">
        <SectionHead heading={map.heading} />
        <CoverageMap />
      </Band>
      <Band>
        <Questions />
      </Band>
      <ClosingBand {...closing} />
    </>
  )
}
