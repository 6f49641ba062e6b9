import { type ComponentPropsWithoutRef, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { services } from '#/content/services.ts'
import { dayNames } from '#/contracts/days.ts'
import { formatPhone } from '#/contracts/leads/contact-details.ts'
import {
  contractorLimits,
  contractorServiceIds,
  usualOpenOffers,
} from '#/contracts/referrals/contractor-limits.ts'
import type { ContractorEntry, ContractorFields } from '#/contracts/referrals/contractors.ts'
import { towns } from '#/contracts/site/towns.ts'
import { RequestError } from '../../request.ts'
import { AreaField, type FieldFrame, InputField } from '../../ui/fields.tsx'
import { refusalOf } from '../shell/request-errors.ts'
import { CheckGroup } from './check-group.tsx'
import { type TypedContractor, useSaveContractor } from './use-contractors.ts'

/** A number as one. JSON has none for what is no number; the server then says so. */
function readNumber(typed: FormDataEntryValue | null): number | string | null {
  const text = String(typed).trim()
  return text === '' ? null : /^\d+$/.test(text) ? Number(text) : text
}

/** What stands in the form, as the server wants it: empty where it may be, and a number as one. */
function readForm(form: HTMLFormElement): TypedContractor {
  const typed = new FormData(form)
  const [days, from, until] = [typed.getAll('offerHours'), typed.get('from'), typed.get('until')]
  return {
    ...Object.fromEntries(typed),
    services: typed.getAll('services'),
    towns: typed.getAll('towns'),
    answersEmergencies: typed.has('answersEmergencies'),
    mostOffersAWeek: readNumber(typed.get('mostOffersAWeek')),
    mostOpenOffers: readNumber(typed.get('mostOpenOffers')),
    offerHours: days.length > 0 || from || until ? { days, from, until } : null,
    pausedUntil: typed.get('pausedUntil') || null,
  }
}

/** Names of a person or a firm are not theirs who types here: the browser fills in nothing. */
const ofOthers = { autoComplete: 'off', autoCorrect: 'off' } as const

type TextField = {
  frame: FieldFrame & {
    name: Exclude<
      keyof ContractorFields,
      'services' | 'towns' | 'answersEmergencies' | 'offerHours'
    >
  }
} & ComponentPropsWithoutRef<'input'>

const textFields: TextField[] = [
  {
    frame: { name: 'companyName', label: 'Company' },
    maxLength: contractorLimits.companyName,
    required: true,
  },
  {
    frame: { name: 'contactName', label: 'Contact person' },
    maxLength: contractorLimits.contactName,
    required: true,
  },
  {
    frame: { name: 'email', label: 'Email address' },
    ...{ type: 'email', required: true, spellCheck: false },
  },
  { frame: { name: 'phone', label: 'Phone' }, type: 'tel', required: true },
  {
    frame: {
      name: 'licenseNumber',
      label: 'License number',
      hint: 'As the state lists it, such as CAC1812345.',
      wide: true,
    },
    ...{ required: true, autoCapitalize: 'characters', spellCheck: false },
  },
  {
    frame: { name: 'licenseExpiresOn', label: 'License valid until' },
    ...{ type: 'date', required: true },
  },
  {
    frame: { name: 'insuranceExpiresOn', label: 'Insurance valid until' },
    ...{ type: 'date', required: true },
  },
]

const optionalFields: TextField[] = [
  {
    frame: {
      name: 'mostOffersAWeek',
      label: 'Most offers in seven days',
      hint: 'Leave empty for no limit.',
    },
    ...{ inputMode: 'numeric', maxLength: 4 },
  },
  {
    frame: {
      name: 'mostOpenOffers',
      label: 'Most unanswered offers',
      hint: 'With this many open, they get no other until they answer one.',
    },
    ...{ inputMode: 'numeric', maxLength: 4, required: true, defaultValue: usualOpenOffers },
  },
  {
    frame: {
      name: 'pausedUntil',
      label: 'Paused until',
      hint: 'They get offers again from this day on.',
    },
    type: 'date',
  },
]

const notesFrame = {
  name: 'notes',
  label: 'Notes',
  wide: true,
  hint: 'Only the back office sees these.',
}

type Problems = Record<string, string>

type ContractorFormProps = {
  /** Who is changed; undefined for a new one. */
  contractor?: ContractorEntry
  onDone: () => void
}

/** Everything that is known of a contractor. What is refused stays, with the reason at the field. */
export function ContractorForm({ contractor, onDone }: ContractorFormProps) {
  const save = useSaveContractor(contractor?.id)
  // As it was when the form was opened: the list is read anew beside it.
  const [version, setVersion] = useState(contractor?.version)
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (save.isPending) return
    const form = event.currentTarget
    setRefusal(undefined)
    try {
      await save.mutateAsync({ ...readForm(form), ...(version && { version }) })
      onDone()
    } catch (error) {
      const found = error instanceof RequestError ? error.fields : {}
      const newest = error instanceof RequestError ? error.version : undefined
      // Rendered before the focus moves, so that a screen reader says what is wrong.
      flushSync(() => {
        setProblems(found)
        if (newest !== undefined) setVersion(newest)
        const isAtFields = Object.keys(found).length > 0 && newest === undefined
        setRefusal(isAtFields ? undefined : refusalOf(error))
      })
      form.querySelector<HTMLElement>('[aria-invalid="true"], .form-refusal')?.focus()
    }
  }

  const frameOf = (frame: FieldFrame) => ({ ...frame, problem: problems[frame.name] })
  const textField = ({ frame, ...input }: TextField) => {
    const stored = contractor?.[frame.name] ?? undefined
    return (
      <InputField
        key={frame.name}
        frame={frameOf(frame)}
        {...ofOthers}
        {...input}
        defaultValue={
          frame.name === 'phone' && stored
            ? formatPhone(String(stored))
            : (stored ?? input.defaultValue)
        }
      />
    )
  }

  return (
    <section className="contractors" aria-labelledby="contractor-heading">
      <h2 id="contractor-heading" className="contractor-heading" ref={heading} tabIndex={-1}>
        {contractor ? <bdi>{contractor.companyName}</bdi> : 'Add a contractor'}
      </h2>
      <form className="office-part contractor-form" method="post" noValidate onSubmit={submit}>
        <div className="fields">
          {textFields.map(textField)}
          <CheckGroup
            frame={frameOf({ name: 'services', label: 'Services' })}
            options={contractorServiceIds.map((id) => [id, services[id].name])}
            chosen={contractor?.services ?? []}
          />
          <CheckGroup
            frame={frameOf({ name: 'towns', label: 'Towns' })}
            options={towns.map((town) => [town, town])}
            chosen={contractor?.towns ?? []}
          />
          <label className="switch field-wide">
            <input
              name="answersEmergencies"
              type="checkbox"
              defaultChecked={contractor?.answersEmergencies}
            />
            Answers emergencies around the clock
          </label>
          {problems.answersEmergencies && (
            <p className="problem field-wide">{problems.answersEmergencies}</p>
          )}
          <CheckGroup
            frame={frameOf({ name: 'offerHours', label: 'Wants offers on' })}
            options={dayNames.map((day) => [day, day])}
            chosen={contractor?.offerHours?.days ?? []}
          />
          <InputField
            frame={{ name: 'from', label: 'From' }}
            type="time"
            defaultValue={contractor?.offerHours?.from}
          />
          <InputField
            frame={{
              name: 'until',
              label: 'Until',
              hint: 'Leave days and times empty for any time. Emergencies always come around the clock to those who answer them.',
            }}
            type="time"
            defaultValue={contractor?.offerHours?.until}
          />
          {optionalFields.map(textField)}
          <AreaField
            frame={frameOf(notesFrame)}
            rows={4}
            maxLength={contractorLimits.notes}
            defaultValue={contractor?.notes}
          />
        </div>
        {refusal && (
          <p className="problem form-refusal" role="alert" tabIndex={-1}>
            {refusal}
          </p>
        )}
        <div className="actions">
          <button className="btn btn-small" type="submit" disabled={save.isPending}>
            {save.isPending ? 'Saving…' : contractor ? 'Save' : 'Add contractor'}
          </button>
          <button className="btn btn-line btn-small" type="button" onClick={onDone}>
            Cancel
          </button>
        </div>
      </form>
    </section>
  )
}
