import type { ReactNode } from 'react'
import { phoneBar } from '#/content/chrome.ts'
import { CallLink } from '../call-link.tsx'
import { SiteLink } from '../site-link.tsx'

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
