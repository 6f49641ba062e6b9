import { dayNames } from '#/contracts/days.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { clockTime, hoursField, type Week } from '#/contracts/hours/week.ts'
import type { FormField } from '../../ui/form-fields.tsx'
import { SettingForm } from '../shell/field-form.tsx'
import { OfficePart } from '../shell/part-form.tsx'

/** Two fields of each day, in a line. */
function fieldsOf({ week }: { week: Week }): FormField[] {
  return dayNames.flatMap((group, index) => {
    const times = week[index]
    return (['Opens', 'Closes'] as const).map((label) => {
      const time = label === 'Opens' ? times?.opens : times?.closes
      return { name: hoursField(group, label), label, group, value: time ? clockTime(time) : '' }
    })
  })
}

/** The hours of the week, a line for each day. */
export function OpeningHoursSettings() {
  return (
    <OfficePart heading="Opening hours">
      <p className="office-about">
        When you answer the phone for an estimate. The wait of a request counts only in these hours,
        unless it is an emergency. Leave both empty for a day off. Holidays are below.
      </p>
      <SettingForm
        setting={api.openingHours}
        failure="Failed to fetch the business hours"
        success="The business hours were saved"
        fields={fieldsOf}
      />
    </OfficePart>
  )
}
