import type { ReactNode } from 'react'
import { phoneBar, skipLink, strip } from '#/content/chrome.ts'
import { useWords } from '../../words.ts'
import { Always, CallLink, SiteLink } from '../links.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** The narrow line above the header: service area, hours, phone. */
function Strip() {
  const fill = useWords()
  return (
    <section className="strip" aria-label={strip.label}>
      <div className="wrap">
        <div className="strip-facts">
          <p>
            {fill(strip.area)}
            <span>{`: ${fill(strip.areaDetail)}`}</span>
          </p>
          <p>{fill(strip.hours)}</p>
          <Always text={strip.emergency} />
        </div>
        <CallLink text={phoneBar.call} label={strip.call} />
      </div>
    </section>
  )
}

/** The frame of every public page. */
export function SiteChrome({ children }: { children: ReactNode }) {
  return (
    <>
      <a className="btn skip" href={skipLink.href}>
        {skipLink.label}
      </a>
      <Strip />
      <Header />
      <main id={skipLink.href.slice(1)} tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  )
}

/**
 * A part of a page during which a bar stays at the bottom of a phone's screen. It scrolls away with
 * the part, so it never covers a form after it.
 */
export function WithPhoneBar({ children }: { children: ReactNode }) {
  return (
    <div>
      {children}
      <nav className="phone-bar" aria-label={phoneBar.label}>
        <CallLink text={phoneBar.call} label={phoneBar.callLabel} className="btn btn-line" />{' '}
        <SiteLink className="btn" href={phoneBar.href}>
          {phoneBar.estimate}
        </SiteLink>
      </nav>
    </div>
  )
}
