import { contactSection } from '#/content/estimate-form.ts'
import { CheckList, TagList } from '../../ui/lists.tsx'
import { Band, SectionHead } from '../../ui/sections.tsx'
import { useWords } from '../../words.ts'
import { EstimateForm } from '../estimate-form/estimate-form.tsx'
import { CoverageMap } from '../map/coverage-map.tsx'
import { ContactFacts } from './contact-facts.tsx'

const { coverage, whyChoose } = contactSection

/** The form, the ways to reach us and where we work: what closes the home page. */
export function ContactSection() {
  const fill = useWords()
  return (
    <Band tone="ice" id="contact">
      <SectionHead heading={contactSection.heading} intro={contactSection.intro} />
      <div className="split">
        <EstimateForm set="estimate" />
        <div className="stack contact-side">
          <ContactFacts />
          <div className="stack">
            <h3>{fill(whyChoose.heading)}</h3>
            <CheckList items={whyChoose.items} />
          </div>
        </div>
      </div>
      <div className="split apart">
        <CoverageMap />
        <div className="stack">
          <h3>{coverage.heading}</h3>
          <p>{coverage.text}</p>
          <p className="muted small">{coverage.townsLabel}</p>
          <TagList items={coverage.towns} />
        </div>
      </div>
    </Band>
  )
}
