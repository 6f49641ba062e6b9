import { requestPage } from '#/content/request-page.ts'
import type { TokenProblem } from '#/contracts/documents.ts'
import { CallLink } from '../site/contact-links.tsx'
import { PageHero } from '../site/page-hero.tsx'
import { useWords } from '../words.ts'
import { TokenPage } from './token-page.tsx'

/** Stands there instead of a page that cannot be shown. */
export function TokenProblemPage({ problem: { heading, text } }: { problem: TokenProblem }) {
  const fill = useWords()
  return (
    <TokenPage title={fill(`${heading} | {name}`)}>
      <PageHero heading={heading} text={text}>
        <CallLink className="btn" text={requestPage.call} />
      </PageHero>
    </TokenPage>
  )
}
