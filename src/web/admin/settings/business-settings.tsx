import { api } from '#/contracts/endpoints/api.ts'
import { formatPhone } from '#/contracts/leads/contact-details.ts'
import { longestBusinessName } from '#/contracts/limits.ts'
import type { Business } from '#/contracts/settings/setting-types.ts'
import type { FormField } from '../../ui/form-fields.tsx'
import { SettingForm } from '../shell/field-form.tsx'
import { OfficePart } from '../shell/part-form.tsx'

/** The two facts as fields, and whether the machine sets each. */
function factsOf({ name, phone }: Business): [FormField, isFixed: boolean][] {
  return [
    [
      { name: 'name', label: 'Name', limit: longestBusinessName, value: name.value },
      name.setBy === 'machine',
    ],
    [
      { name: 'phone', label: 'Phone number', kind: 'phone', value: formatPhone(phone.value) },
      phone.setBy === 'machine',
    ],
  ]
}

const fieldsWhere = (business: Business, wanted: boolean) =>
  factsOf(business).flatMap(([field, isFixed]) => (isFixed === wanted ? [field] : []))

/** The name and the phone number of the business, with a form for those that the machine does not set. */
export function BusinessSettings() {
  return (
    <OfficePart heading="The business">
      <SettingForm
        setting={api.business}
        prefix="business-"
        failure="Failed to fetch the settings"
        success="The business was saved"
        fields={(business) => fieldsWhere(business, false)}
      >
        {(business) =>
          fieldsWhere(business, true).map(({ name, label, value }) => (
            <p key={name} className="office-about">
              {label}, set by the machine: <bdi>{value}</bdi>. Whoever runs the machine can change
              it.
            </p>
          ))
        }
      </SettingForm>
    </OfficePart>
  )
}
