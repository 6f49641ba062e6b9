import { BusinessSettings } from './business-settings.tsx'
import { ClaimSettings } from './claims.tsx'
import { OpeningHoursSettings } from './opening-hours.tsx'

/** What the owner decides of the business, as pages and mails show it. */
export function SettingsPage() {
  return (
    <section className="office-column" aria-label="Settings of the business">
      <p className="office-lead">
        A change is on every page of the site within a second, and in every email from then on.
      </p>
      <BusinessSettings />
      <OpeningHoursSettings />
      <ClaimSettings />
    </section>
  )
}
