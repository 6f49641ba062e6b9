import { type ComponentPropsWithoutRef, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { services } from '#/content/services.ts'
import { formatPhone } from '#/contracts/leads/contact-details.ts'
import { contractorLimits, contractorServiceIds } from '#/contracts/referrals/contractor-limits.ts'
import type { ContractorEntry } from '#/contracts/referrals/contractors.ts'
import { towns } from '#/contracts/referrals/towns.ts'
import { RequestError } from '../../request.ts'
import { controlProps, Field, type FieldFrame } from '../../ui/fields.tsx'
import { refusalOf } from '../shell/request-errors.ts'
import { CheckGroup } from './check-group.tsx'
import { type TypedContractor, useSaveContractor } from './use-contractors.ts'

/** What stands in the form, as the server wants it: empty where it may be, and a number as one. */
function readForm(form: HTMLFormElement): TypedContractor {
  const typed = new FormData(form)
  const text = (name: string) => String(typed.get(name) ?? '')
  const most = text('mostOffersAWeek').trim()
  return {
    companyName: text('companyName'),
    contactName: text('contactName'),
    email: text('email'),
    phone: text('phone'),
    licenseNumber: text('licenseNumber'),
    licenseExpiresOn: text('licenseExpiresOn'),
    insuranceExpiresOn: text('insuranceExpiresOn'),
    services: typed.getAll('services'),
    towns: typed.getAll('towns'),
    answersEmergencies: typed.has('answersEmergencies'),
    // JSON has no number for what is none; the server then says so.
    mostOffersAWeek: most === '' ? null : /^\d+$/.test(most) ? Number(most) : most,
    pausedUntil: text('pausedUntil') || null,
    notes: text('notes'),
  }
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

  const frameOf = (name: string, label: string, more: Partial<FieldFrame> = {}): FieldFrame => ({
    name,
    label,
    problem: problems[name],
    ...more,
  })

  return (
    <section className="contractors" aria-labelledby="contractor-heading">
      <h2 id="contractor-heading" className="contractor-heading" ref={heading} tabIndex={-1}>
        {contractor ? <bdi>{contractor.companyName}</bdi> : 'Add a contractor'}
      </h2>
      <form className="office-part contractor-form" method="post" noValidate onSubmit={submit}>
        <div className="fields">
          <Company contractor={contractor} frameOf={frameOf} />
          <Papers contractor={contractor} frameOf={frameOf} />
          <CheckGroup
            frame={frameOf('services', 'Services')}
            options={contractorServiceIds.map((id) => [id, services[id].name])}
            chosen={contractor?.services ?? []}
          />
          <CheckGroup
            frame={frameOf('towns', 'Towns')}
            options={towns.map((town) => [town, town])}
            chosen={contractor?.towns ?? []}
          />
          <Offers contractor={contractor} frameOf={frameOf} />
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

type PartProps = {
  contractor: ContractorEntry | undefined
  frameOf: (name: string, label: string, more?: Partial<FieldFrame>) => FieldFrame
}

/** Names of a person or a firm are not theirs who types here: the browser fills in nothing. */
const ofOthers = { autoComplete: 'off', autoCorrect: 'off' } as const

function TextField({ frame, ...input }: { frame: FieldFrame } & ComponentPropsWithoutRef<'input'>) {
  return (
    <Field frame={frame}>
      <input {...controlProps(frame)} {...ofOthers} {...input} />
    </Field>
  )
}

function Company({ contractor, frameOf }: PartProps) {
  return (
    <>
      <TextField
        frame={frameOf('companyName', 'Company')}
        maxLength={contractorLimits.companyName}
        required
        defaultValue={contractor?.companyName}
      />
      <TextField
        frame={frameOf('contactName', 'Contact person')}
        maxLength={contractorLimits.contactName}
        required
        defaultValue={contractor?.contactName}
      />
      <TextField
        frame={frameOf('email', 'Email address')}
        type="email"
        required
        spellCheck={false}
        defaultValue={contractor?.email}
      />
      <TextField
        frame={frameOf('phone', 'Phone')}
        type="tel"
        required
        defaultValue={contractor && formatPhone(contractor.phone)}
      />
    </>
  )
}

function Papers({ contractor, frameOf }: PartProps) {
  return (
    <>
      <TextField
        frame={frameOf('licenseNumber', 'License number', {
          hint: 'As the state lists it, such as CAC1812345.',
          wide: true,
        })}
        required
        autoCapitalize="characters"
        spellCheck={false}
        defaultValue={contractor?.licenseNumber}
      />
      <TextField
        frame={frameOf('licenseExpiresOn', 'License valid until')}
        type="date"
        required
        defaultValue={contractor?.licenseExpiresOn}
      />
      <TextField
        frame={frameOf('insuranceExpiresOn', 'Insurance valid until')}
        type="date"
        required
        defaultValue={contractor?.insuranceExpiresOn}
      />
    </>
  )
}

function Offers({ contractor, frameOf }: PartProps) {
  const emergencies = frameOf('answersEmergencies', '')
  const notes = frameOf('notes', 'Notes', { wide: true, hint: 'Only the back office sees these.' })
  return (
    <>
      <label className="switch field-wide">
        <input
          name="answersEmergencies"
          type="checkbox"
          defaultChecked={contractor?.answersEmergencies}
        />
        Answers emergencies around the clock
      </label>
      {emergencies.problem && <p className="problem field-wide">{emergencies.problem}</p>}
      <TextField
        frame={frameOf('mostOffersAWeek', 'Most offers in seven days', {
          hint: 'Leave empty for no limit.',
        })}
        inputMode="numeric"
        maxLength={4}
        defaultValue={contractor?.mostOffersAWeek ?? ''}
      />
      <TextField
        frame={frameOf('pausedUntil', 'Paused until', {
          hint: 'They get offers again from this day on.',
        })}
        type="date"
        defaultValue={contractor?.pausedUntil ?? ''}
      />
      <Field frame={notes}>
        <textarea
          {...controlProps(notes)}
          rows={4}
          maxLength={contractorLimits.notes}
          defaultValue={contractor?.notes}
        />
      </Field>
    </>
  )
}
