import { type ComponentPropsWithoutRef, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { services } from '#/content/services.ts'
import { formatPhone } from '#/contracts/leads/contact-details.ts'
import { contractorLimits, contractorServiceIds } from '#/contracts/referrals/contractor-limits.ts'
import type { ContractorEntry, ContractorFields } from '#/contracts/referrals/contractors.ts'
import { towns } from '#/contracts/referrals/towns.ts'
import { RequestError } from '../../request.ts'
import { AreaField, type FieldFrame, InputField } from '../../ui/fields.tsx'
import { refusalOf } from '../shell/request-errors.ts'
import { type TypedContractor, useSaveContractor } from './use-contractors.ts'

/** What stands in the form, as the server wants it: empty where it may be, and a number as one. */
function readForm(form: HTMLFormElement): TypedContractor {
  const typed = new FormData(form)
  const most = String(typed.get('mostOffersAWeek')).trim()
  return {
    ...Object.fromEntries(typed),
    services: typed.getAll('services'),
    towns: typed.getAll('towns'),
    answersEmergencies: typed.has('answersEmergencies'),
    // JSON has no number for what is none; the server then says so.
    mostOffersAWeek: most === '' ? null : /^\d+$/.test(most) ? Number(most) : most,
    pausedUntil: typed.get('pausedUntil') || null,
  }
}

/** Names of a person or a firm are not theirs who types here: the browser fills in nothing. */
const ofOthers = { autoComplete: 'off', autoCorrect: 'off' } as const

type TextField = {
  frame: FieldFrame & {
    name: Exclude<keyof ContractorFields, 'services' | 'towns' | 'answersEmergencies'>
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
        defaultValue={frame.name === 'phone' && stored ? formatPhone(String(stored)) : stored}
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

type CheckGroupProps = {
  frame: FieldFrame
  /** Values and their labels. */
  options: [string, string][]
  /** What is ticked at first. */
  chosen: readonly string[]
}

/** Boxes of which at least one is to be ticked, with a button that ticks all of them. */
function CheckGroup({ frame, options, chosen }: CheckGroupProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const { name, label, problem } = frame
  const problemId = `group-${name}-problem`

  function tickAll() {
    for (const box of group.current?.querySelectorAll('input') ?? []) box.checked = true
  }

  return (
    <fieldset
      className="check-group field-wide"
      ref={group}
      aria-describedby={problem && problemId}
    >
      <legend className="label">{label}</legend>
      {problem && (
        <p className="problem" id={problemId}>
          {problem}
        </p>
      )}
      <div className="check-options">
        {options.map(([value, text]) => (
          <label key={value} className="switch">
            <input
              type="checkbox"
              name={name}
              value={value}
              defaultChecked={chosen.includes(value)}
              aria-invalid={problem ? true : undefined}
            />
            {text}
          </label>
        ))}
      </div>
      <button className="text-button check-all" type="button" onClick={tickAll}>
        Tick all
        <span className="hidden-text"> {label.toLowerCase()}</span>
      </button>
    </fieldset>
  )
}
