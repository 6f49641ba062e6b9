import { business } from '#/content/business.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { SettingForm } from '../shell/field-form.tsx'
import { OfficePart } from '../shell/part-form.tsx'

/** The numbers that the page about the business claims. */
export function ClaimSettings() {
  return (
    <OfficePart heading="Numbers on the site">
      <p className="office-about">
        Shown on your About page. Say only what’s true. Leave one empty to hide it.
      </p>
      <SettingForm
        setting={api.claims}
        prefix="claim-"
        failure="Failed to fetch the numbers"
        success="The numbers were saved"
        fields={(claims) =>
          business.stats.map(({ id, label }) => ({ name: id, label, value: claims[id] }))
        }
      />
    </OfficePart>
  )
}
