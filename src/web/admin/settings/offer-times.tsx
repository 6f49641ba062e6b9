import { api } from '#/contracts/endpoints/api.ts'
import { type OfferTimes, offerTimeLimits } from '#/contracts/settings/setting-types.ts'
import type { FormField } from '../../ui/form-fields.tsx'
import { SettingForm } from '../shell/field-form.tsx'
import { OfficePart } from '../shell/part-form.tsx'

const labels: Record<keyof OfferTimes, string> = {
  openingHours: 'Business hours to respond',
  emergencyMinutes: 'Minutes to answer in an emergency',
  askedInEmergency: 'Contractors asked at once in an emergency',
}

const names = Object.keys(labels) as (keyof OfferTimes)[]

/** How long contractors have to answer, and how many are asked at once. */
export function OfferTimeSettings() {
  return (
    <OfficePart heading="Offers to contractors">
      <p className="office-about">
        How long a contractor has to answer; then the next one is asked. A change counts for the
        offers that go out from then on.
      </p>
      <SettingForm
        setting={api.offerTimes}
        prefix="offer-"
        failure="Failed to fetch the times"
        success="The times to answer were saved"
        fields={(times) =>
          names.map((name): FormField => {
            const hint = `From ${offerTimeLimits[name].join(' to ')}.`
            return { name, label: labels[name], kind: 'number', hint, value: times[name] }
          })
        }
      />
    </OfficePart>
  )
}
