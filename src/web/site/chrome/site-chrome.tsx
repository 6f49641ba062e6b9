import type { ReactNode } from 'react'
import { skipLink } from '#/content/chrome.ts'
import { announcerId } from '../navigation.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Strip } from './strip.tsx'

/** What every public page stands in. `path` is the page's own, for the header's mark. */
export function SiteChrome({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      <a className="btn skip" href={skipLink.href}>
        {skipLink.label}
      </a>
      <Strip />
      <Header path={path} />
      <main id={skipLink.href.slice(1)} tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <p id={announcerId} className="hidden-text" role="status" />
    </>
  )
}
