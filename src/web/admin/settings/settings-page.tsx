import { Holidays } from '../leads/settings/holidays.tsx'
import { Retention } from '../leads/settings/retention.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { BusinessSettings } from './business-settings.tsx'
import { ClaimSettings } from './claims.tsx'
import { OfferTimeSettings } from './offer-times.tsx'
import { OpeningHoursSettings } from './opening-hours.tsx'
import { OtherPlaces } from './other-places.tsx'

/** What the owner decides of the business, as pages and mails show it. */
export function SettingsPage() {
  return (
    <section className="office-column" aria-label="Settings of the business">
      <p className="office-lead">
        A change is on every page of the site within a second, and in every email from then on.
      </p>
      <BusinessSettings />
      <OtherPlaces />
      <OpeningHoursSettings />
      <ClaimSettings />
      <OfferTimeSettings />
      <OfficePart heading="Requests">
        <Holidays />
        <Retention />
      </OfficePart>
    </section>
  )
}
