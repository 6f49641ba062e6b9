import type { ReactNode } from 'react'
import { phoneBar, skipLink, strip } from '#/content/chrome.ts'
import { CallLink } from '../contact-links.tsx'
import { announcerId } from '../navigation.ts'
import { SiteLink } from '../site-link.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** The slim line above the header: where, when, and a way to call. */
function Strip() {
  return (
    <section className="strip" aria-label={strip.label}>
      <div className="wrap">
        <div className="strip-facts">
          <p>
            {strip.area}
            <span className="hidden lg:inline">: {strip.areaDetail}</span>
          </p>
          <p>{strip.hours}</p>
        </div>
        <CallLink text={strip.call} className="" />
      </div>
    </section>
  )
}

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

/**
 * The part of a page that has the bar at a phone's bottom edge. The bar stays with its part, so a
 * form that follows it is never covered.
 */
export function WithPhoneBar({ children }: { children: ReactNode }) {
  return (
    <div>
      {children}
      <nav className="phone-bar" aria-label={phoneBar.label}>
        <CallLink text={phoneBar.call} label={phoneBar.callLabel} className="btn btn-line" />
        <SiteLink className="btn" href={phoneBar.href}>
          {phoneBar.estimate}
        </SiteLink>
      </nav>
    </div>
  )
}
