import { estimateFields } from '#/content/estimate-form.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { leadFields } from '#/contracts/leads/lead-fields.ts'
import type { Correction } from '#/contracts/referrals/office-leads.ts'
import { outsideTowns } from '#/contracts/referrals/place-choices.ts'
import { serviceChoices } from '#/contracts/site/services.ts'
import { towns } from '#/contracts/site/towns.ts'
import { InputField, SelectField } from '../../../ui/fields.tsx'

/** The fields of a lead that a user fills in, in the order of the form. */
export const leadFormFields = ['name', 'phone', 'email', 'address', 'town', 'service'] as const

type LeadFormFieldsProps = {
  /** Stands before the names of the controls. */
  prefix: string
  values: Correction['was']
  problems: Partial<Record<string, string>>
  /** Called with the number that was typed, when another field is next. */
  onPhone?: (typed: string) => void
}

const textFields = ['name', 'phone', 'email', 'address'] as const

/** A name, how to reach them, where, what for, and whether it can wait. */
export function LeadFormFields({ prefix, values, problems, onPhone }: LeadFormFieldsProps) {
  const frameOf = (name: string, label: string) => {
    return { name: prefix + name, label, wide: true, problem: problems[name] }
  }
  return (
    <>
      {textFields.map((name) => (
        <InputField
          key={name}
          frame={frameOf(name, estimateFields[name].shortLabel)}
          type={name === 'phone' ? 'tel' : 'text'}
          inputMode={name === 'email' ? 'email' : undefined}
          autoComplete="off"
          autoCapitalize={name === 'email' ? 'none' : undefined}
          maxLength={leadFields[name].limit}
          defaultValue={values[name]}
          onBlur={name === 'phone' ? ({ target }) => onPhone?.(target.value) : undefined}
        />
      ))}
      <SelectField
        frame={frameOf('town', 'Town')}
        none="Not known"
        of={[...towns, [outsideTowns, 'Outside our towns']]}
        defaultValue={values.town}
      />
      <SelectField
        frame={frameOf('service', estimateFields.service.shortLabel)}
        of={serviceChoices.map((id) => [id, serviceLabel(id)] as const)}
        defaultValue={values.service}
      />
      <label className="switch field-wide">
        <input name={`${prefix}cannotWait`} type="checkbox" defaultChecked={values.cannotWait} />
        Treat it as an emergency
      </label>
    </>
  )
}
