import type { LegalBlock, LegalDocument } from '#/content/legal/legal-document.ts'
import { Band } from '../../ui/sections.tsx'
import { useWords } from '../../words.ts'
import { WithPhoneBar } from '../chrome/site-chrome.tsx'
import { PageHero } from '../page-hero.tsx'

function Block({ block }: { block: LegalBlock }) {
  const fill = useWords()
  if (block.kind === 'paragraph') return <p>{fill(block.text)}</p>
  return (
    <ul className="bullets">
      {block.items.map((item) => (
        <li key={item}>{fill(item)}</li>
      ))}
    </ul>
  )
}

/** A legal document: numbered sections, and a table of contents beside them. */
export function LegalPage({ document }: { document: LegalDocument }) {
  const { title, lastUpdatedLabel, lastUpdated, sections } = document
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
                {blocks.map((block) => (
                  <Block key={block.kind === 'list' ? block.items[0] : block.text} block={block} />
                ))}
              </section>
            ))}
          </div>
          <nav aria-label={title}>
            <ol>
              {sections.map(({ id, heading }, index) => (
                <li key={id}>
                  <a className="go" href={`#${id}`}>
                    {index + 1}. {heading}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
        </div>
      </Band>
    </WithPhoneBar>
  )
}
