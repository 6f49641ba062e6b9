import { useLocation } from 'wouter'
import { consent, estimateFields, estimateForm } from '#/content/estimate-form.ts'
import { serviceChoiceLabels } from '#/content/services.ts'
import { defaultAddress, leadLimits } from '#/contracts/lead-limits.ts'
import type { ContactForm } from '#/contracts/leads.ts'
import { apiPaths, pagePaths } from '#/contracts/routes.ts'
import { serviceChoices } from '#/contracts/services.ts'
import { controlProps, Field, type FieldFrame } from '../../ui/fields.tsx'
import { useSite, useWords } from '../../words.ts'
import { SiteLink } from '../site-link.tsx'
import { useEstimateForm } from './use-estimate-form.ts'

type EstimateFormProps = {
  /** Which set of words: `estimate` asks for the address, `message` does not. */
  set: ContactForm
  /** What was typed into a form that came back, and what is wrong with it. */
  values?: Record<string, string>
  problems?: Record<string, string>
  /** True where the page's own heading says what the form is. */
  untitled?: boolean
}

const { requiredMark } = estimateFields

/** Asks for an estimate: by script where there is one, as a plain form where there is none. */
export function EstimateForm({
  set,
  values,
  problems: givenProblems,
  untitled,
}: EstimateFormProps) {
  const { apiBaseUrl } = useSite()
  const [path] = useLocation()
  const words = estimateForm[set]
  const { isSubmitting, problems, submit, forgetProblem } = useEstimateForm(set, givenProblems)

  const frame = (name: keyof typeof leadLimits | 'service', more?: Partial<FieldFrame>) => ({
    ...estimateFields[name],
    name,
    problem: problems[name],
    ...more,
  })
  const control = (field: FieldFrame) => ({
    ...controlProps(field),
    defaultValue: values?.[field.name],
  })

  const name = frame('name', { mark: requiredMark, wide: true })
  const email = frame('email', { mark: requiredMark })
  const phone = frame('phone', { mark: requiredMark })
  const address = frame('address', { wide: true })
  const service = frame('service', { mark: requiredMark, wide: true })
  const message = frame('message', { wide: true })

  return (
    <form
      className="form-card"
      method="post"
      action={apiBaseUrl + apiPaths.contact}
      onSubmit={submit}
      onInput={forgetProblem}
    >
      {!untitled && (
        <div className="stack">
          <h2>{words.title}</h2>
          <p>{words.intro}</p>
        </div>
      )}
      <input type="hidden" name="form" value={set} />
      <input type="hidden" name="page" value={values?.page ?? path} />
      <input type="hidden" name="consentVersion" value={consent.version} />
      {values?.visit && <input type="hidden" name="visit" value={values.visit} />}
      <label className="hidden">
        {estimateFields.subject.label}
        <input type="text" name="subject" tabIndex={-1} autoComplete="off" />
      </label>
      <div className="fields">
        <Field frame={name}>
          <input
            {...control(name)}
            type="text"
            required
            maxLength={leadLimits.name}
            autoComplete="name"
            placeholder={estimateFields.name.placeholder}
          />
        </Field>
        <Field frame={email}>
          <input
            {...control(email)}
            type="email"
            required
            maxLength={leadLimits.email}
            autoComplete="email"
            inputMode="email"
            placeholder={estimateFields.email.placeholder}
          />
        </Field>
        <Field frame={phone}>
          <input
            {...control(phone)}
            type="tel"
            required
            maxLength={leadLimits.phone}
            autoComplete="tel"
            inputMode="tel"
            placeholder={estimateFields.phone.placeholder}
          />
        </Field>
        {set === 'estimate' ? (
          <Field frame={address}>
            <input
              {...control(address)}
              type="text"
              maxLength={leadLimits.address}
              autoComplete="address-line1"
              placeholder={estimateFields.address.placeholder}
            />
          </Field>
        ) : (
          <input type="hidden" name="address" value={defaultAddress} />
        )}
        <Field frame={service}>
          <select {...control(service)} required>
            <option value="">{estimateFields.service.prompt}</option>
            {serviceChoices.map((choice) => (
              <option key={choice} value={choice}>
                {serviceChoiceLabels[choice]}
              </option>
            ))}
          </select>
        </Field>
        <Field frame={message}>
          <textarea
            {...control(message)}
            rows={4}
            maxLength={leadLimits.message}
            placeholder={estimateFields.message.placeholder}
          />
        </Field>
      </div>
      <div className="send">
        <button className="btn" type="submit" disabled={isSubmitting}>
          {isSubmitting ? words.submitting : words.button}
        </button>
        <Consent />
      </div>
    </form>
  )
}

function Consent() {
  const fill = useWords()
  return (
    <p className="hint">
      {fill(consent.text)}{' '}
      <SiteLink href={pagePaths.privacyPolicy}>{consent.privacyLabel}</SiteLink>,{' '}
      <SiteLink href={pagePaths.termsOfService}>{consent.termsLabel}</SiteLink>
    </p>
  )
}
