import type { ReactNode } from 'react'
import { PathContext } from '../page-path.ts'
import { SiteChrome } from '../site/chrome/site-chrome.tsx'

type TokenPageProps = { title: string; children: ReactNode }

/** The frame of a page that is opened by the secret in its address. It runs without any script. */
export function TokenPage({ title, children }: TokenPageProps) {
  return (
    // None of the site's own addresses: the menu marks no page.
    <PathContext value="/-">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <SiteChrome path="">{children}</SiteChrome>
    </PathContext>
  )
}
