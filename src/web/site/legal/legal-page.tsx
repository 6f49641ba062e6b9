import type { LegalBlock, LegalDocument } from '#/content/legal/legal-document.ts'
import { TextList } from '../../ui/lists.tsx'
import { Band } from '../../ui/sections.tsx'
import { useWords } from '../../words.ts'
import { PageHero } from '../bands.tsx'
import { WithPhoneBar } from '../chrome/site-chrome.tsx'

function Blocks({ blocks }: { blocks: readonly LegalBlock[] }) {
  const fill = useWords()
  return blocks.map((block) =>
    block.kind === 'paragraph' ? (
      <p key={block.text}>{fill(block.text)}</p>
    ) : (
      <TextList key={block.items[0]} look="bullets" items={block.items.map(fill)} />
    ),
  )
}

/** A legal document: numbered sections, a dated addition, and a table of contents beside them. */
export function LegalPage({ document }: { document: LegalDocument }) {
  const { title, lastUpdatedLabel, lastUpdated, sections, addition } = document
  return (
    <WithPhoneBar>
      <PageHero heading={title} text={`${lastUpdatedLabel} ${lastUpdated}`} />
      <Band joined>
        <div className="split legal">
          <div>
            {sections.map(({ id, heading, blocks }, index) => (
              <section key={id} id={id} className="stack">
                <h2 className="h3">
                  {index + 1}. {heading}
                </h2>
                <Blocks blocks={blocks} />
              </section>
            ))}
            <section id={addition.id} className="stack">
              <h2>{addition.heading}</h2>
              <p>{`${lastUpdatedLabel} ${addition.lastUpdated}`}</p>
              {addition.parts.map(({ heading, blocks }) => (
                <div key={addition.id + heading} className="stack">
                  {heading && <h3>{heading}</h3>}
                  <Blocks blocks={blocks} />
                </div>
              ))}
            </section>
          </div>
          <nav className="large-only" aria-label={title}>
            <ol>
              {sections.map(({ id, heading }, index) => (
                <li key={id}>
                  <a className="go" href={`#${id}`}>
                    {index + 1}. {heading}
                  </a>
                </li>
              ))}
              <li>
                <a className="go" href={`#${addition.id}`}>
                  {addition.heading}
                </a>
              </li>
            </ol>
          </nav>
        </div>
      </Band>
    </WithPhoneBar>
  )
}
