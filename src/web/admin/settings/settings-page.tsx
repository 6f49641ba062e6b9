import { useEffect } from 'react'
import { Backups } from './backups.tsx'
import { BusinessSettings } from './business-settings.tsx'
import { ClaimSettings } from './claims.tsx'
import { Holidays } from './holidays.tsx'
import { OfferTimeSettings } from './offer-times.tsx'
import { OpeningHoursSettings } from './opening-hours.tsx'
import { OtherPlaces } from './other-places.tsx'
import { Retention } from './retention.tsx'

/** The parts of the page under their headings, by what their addresses end with. */
const parts = [
  { id: 'business', heading: 'The business', Part: BusinessSettings },
  { id: 'elsewhere', heading: 'Set on other pages', Part: OtherPlaces },
  { id: 'hours', heading: 'Opening hours', Part: OpeningHoursSettings },
  { id: 'holidays', heading: 'Holidays', Part: Holidays },
  { id: 'numbers', heading: 'Numbers on the site', Part: ClaimSettings },
  { id: 'offers', heading: 'Offers to contractors', Part: OfferTimeSettings },
  { id: 'backups', heading: 'Backups', Part: Backups },
  { id: 'kept', heading: 'How long requests are kept', Part: Retention },
]

/** What the owner decides of the business, as pages and mails show it. */
export function SettingsPage() {
  // The part that the address names was not there when the browser looked for it.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  return (
    <section className="columns settings-page" aria-label="Settings of the business">
      <nav className="settings-list" aria-label="Settings">
        <ul>
          {parts.map(({ id, heading }) => (
            <li key={id}>
              <a href={`#${id}`}>{heading}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="column">
        <p className="office-lead">
          A change is on every page of the site within a second, and in every email from then on.
        </p>
        {parts.map(({ id, Part }) => (
          <div key={id} id={id}>
            <Part />
          </div>
        ))}
      </div>
    </section>
  )
}
