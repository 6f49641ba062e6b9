import { useState } from 'react'
import { services } from '#/content/services.ts'
import { dayNames } from '#/contracts/days.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { formatPhone } from '#/contracts/leads/contact-details.ts'
import {
  contractorLimits,
  contractorServiceIds,
  usualOpenOffers,
} from '#/contracts/referrals/contractor-limits.ts'
import type { ContractorEntry } from '#/contracts/referrals/contractors.ts'
import type { FormField } from '../../ui/form-fields.tsx'
import { FieldForm } from '../shell/field-form.tsx'
import { useChange, useTowns } from '../shell/use-api.ts'
import { FocusedHeading, headingId } from './focused-heading.tsx'

/** What stands in the form, as the server wants it: null where it may be empty. */
function readForm(form: HTMLFormElement) {
  const typed = new FormData(form)
  const [days, from, until] = [typed.getAll('offerHours'), typed.get('from'), typed.get('until')]
  return {
    ...Object.fromEntries(typed),
    services: typed.getAll('services'),
    towns: typed.getAll('towns'),
    answersEmergencies: typed.has('answersEmergencies'),
    mostOffersAWeek: typed.get('mostOffersAWeek') || null,
    offerHours: days.length > 0 || from || until ? { days, from, until } : null,
    pausedUntil: typed.get('pausedUntil') || null,
  }
}

const named = (names: readonly string[]) => names.map((name) => [name, name] as const)

/** Who they are with their papers, what they do, where and when, and what else is known of them. */
const fieldsFor = (towns: readonly string[]): FormField[] => [
  { name: 'companyName', label: 'Company', limit: contractorLimits.companyName, isRequired: true },
  {
    name: 'contactName',
    label: 'Contact person',
    limit: contractorLimits.contactName,
    isRequired: true,
  },
  { name: 'email', label: 'Email address', kind: 'email', isRequired: true },
  { name: 'phone', label: 'Phone', kind: 'phone', isRequired: true },
  {
    name: 'licenseNumber',
    label: 'License number',
    kind: 'license',
    hint: 'As the state lists it, such as CAC1812345.',
    wide: true,
    isRequired: true,
  },
  { name: 'licenseExpiresOn', label: 'License valid until', kind: 'day', isRequired: true },
  { name: 'insuranceExpiresOn', label: 'Insurance valid until', kind: 'day', isRequired: true },
  {
    name: 'services',
    label: 'Services',
    kind: 'checks',
    of: contractorServiceIds.map((id) => [id, services[id].name] as const),
    chosen: [],
  },
  { name: 'towns', label: 'Towns', kind: 'checks', of: named(towns), chosen: [] },
  {
    name: 'answersEmergencies',
    label: 'Answers emergencies around the clock',
    kind: 'switch',
    isOn: false,
  },
  { name: 'offerHours', label: 'Wants offers on', kind: 'checks', of: named(dayNames), chosen: [] },
  { name: 'from', label: 'From', kind: 'time' },
  {
    name: 'until',
    label: 'Until',
    kind: 'time',
    hint: 'Leave days and times empty for any time. Contractors who answer emergencies get those around the clock.',
  },
  {
    name: 'mostOffersAWeek',
    label: 'Maximum offers in seven days',
    kind: 'number',
    limit: 4,
    hint: 'Leave empty for no limit.',
  },
  {
    name: 'mostOpenOffers',
    label: 'Maximum unanswered offers',
    kind: 'number',
    limit: 4,
    hint: 'With this many open, they get no more until they answer one.',
    isRequired: true,
    value: usualOpenOffers,
  },
  {
    name: 'pausedUntil',
    label: 'Paused until',
    kind: 'day',
    hint: 'They get offers again from this day on.',
  },
  {
    name: 'notes',
    label: 'Notes',
    kind: 'area',
    rows: 4,
    limit: contractorLimits.notes,
    wide: true,
    hint: 'Only the back office sees these.',
  },
]

/** The fields with what is stored of a contractor. */
function storedIn(
  fields: FormField[],
  { phone, offerHours, ...contractor }: ContractorEntry,
): FormField[] {
  const { days: hours = [], ...times } = offerHours ?? {}
  const stored = { ...contractor, ...times, phone: formatPhone(phone), offerHours: hours }
  return fields.map((field) => {
    const value = stored[field.name as keyof typeof stored]
    if (field.kind === 'checks') return { ...field, chosen: value as string[] }
    if (field.kind === 'switch') return { ...field, isOn: value === true }
    return { ...field, value: value as string | number | null }
  })
}

type ContractorFormProps = {
  /** Who is changed; undefined for a new one. */
  contractor?: ContractorEntry
  onDone: () => void
}

/** Everything that is known of a contractor. What is refused stays, with the reason at the field. */
export function ContractorForm({ contractor, onDone }: ContractorFormProps) {
  const { mutateAsync: add } = useChange(api.addContractor, {
    success: 'The contractor was added',
  })
  const { mutateAsync: change } = useChange(api.changeContractor, {
    send: ({ contractorId, body }: { contractorId: number; body: object }) => ({
      params: { contractorId },
      body,
    }),
    success: 'The contractor was updated',
  })
  // As it was when the form was opened: the list is read anew beside it.
  const [opened] = useState(contractor)
  const empty = fieldsFor(useTowns())
  const shown = opened ? storedIn(empty, opened) : empty

  async function store(form: HTMLFormElement) {
    const typed = readForm(form)
    if (opened) {
      const body = { ...typed, version: opened.version }
      await change({ contractorId: opened.id, body })
    } else await add(typed)
    onDone()
  }

  return (
    <section className="column contractors" aria-labelledby={headingId}>
      <FocusedHeading>
        {contractor ? <bdi>{contractor.companyName}</bdi> : 'Add a contractor'}
      </FocusedHeading>
      <div className="office-part">
        <FieldForm
          fields={shown}
          grid="fields"
          button={contractor ? 'Save' : 'Add contractor'}
          save={(_typed, form) => store(form)}
          onCancel={onDone}
        />
      </div>
    </section>
  )
}
