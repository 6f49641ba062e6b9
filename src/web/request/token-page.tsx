import type { ReactNode } from 'react'
import { requestPage } from '#/content/request-page.ts'
import type { TokenProblem } from '#/contracts/pages/documents.ts'
import { PathContext } from '../page-context.ts'
import { PageHero } from '../site/bands.tsx'
import { SiteChrome } from '../site/chrome/site-chrome.tsx'
import { CallLink } from '../site/links.tsx'
import { useWords } from '../words.ts'

type TokenPageProps = { title: string; children: ReactNode }

/** The frame of a page that is opened by the secret in its address. It runs without any script. */
export function TokenPage({ title, children }: TokenPageProps) {
  return (
    // None of the site's own addresses: the menu marks no page.
    <PathContext value="/-">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <SiteChrome>{children}</SiteChrome>
    </PathContext>
  )
}

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
