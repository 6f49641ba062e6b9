import { business } from '#/content/business.ts'
import {
  consent,
  estimateFields,
  estimateForm,
  fieldMarks,
  licenseLine,
  trapLabel,
} from '#/content/estimate-form.ts'
import { serviceChoiceLabels } from '#/content/services.ts'
import { siteEndpoints } from '#/contracts/endpoints/site.ts'
import {
  defaultAddress,
  type LeadFieldName,
  leadFieldNames,
  leadFields,
} from '#/contracts/leads/lead-fields.ts'
import type { ContactForm } from '#/contracts/leads/leads.ts'
import { serviceChoices } from '#/contracts/site/services.ts'
import { estimateFormId, pagePaths } from '#/contracts/site-routes.ts'
import { useMetadata, usePath } from '../../page-context.ts'
import { AreaField, InputField, SelectField } from '../../ui/fields.tsx'
import { fillIn, useSite, useWords } from '../../words.ts'
import { SiteLink } from '../links.tsx'

type EstimateFormProps = {
  /** Which set of words: `estimate` asks for the address, `message` does not. */
  set: ContactForm
  /** For a form that came back with problems: what was typed, and what is wrong, by name of the field. */
  values?: Record<string, string>
  problems?: Record<string, string>
  /** True if the page's heading says already what the form is for. */
  untitled?: boolean
}

/** The estimate form: a plain one, which the browser sends by script once that is there. */
export function EstimateForm({ set, values, problems, untitled }: EstimateFormProps) {
  const { apiBaseUrl } = useSite()
  const path = usePath()
  const fill = useWords()
  const words = estimateForm[set]
  const answerBy = useMetadata()?.answerBy

  return (
    <div className="form-card">
      <form id={estimateFormId} method="post" action={apiBaseUrl + siteEndpoints.contact.path}>
        <div className="stack">
          {!untitled && <h2>{words.title}</h2>}
          <p>
            {words.intro} {answerBy && fillIn(business.responsePromise.answer, { time: answerBy })}
          </p>
        </div>
        <input type="hidden" name="form" value={set} />
        <input type="hidden" name="page" value={values?.page ?? path} />
        <input type="hidden" name="consentVersion" value={consent.version} />
        {values?.visit && <input type="hidden" name="visit" value={values.visit} />}
        <label className="hidden">
          {trapLabel}
          <input type="text" name="subject" tabIndex={-1} autoComplete="off" />
        </label>
        <div className="fields">
          {leadFieldNames.map((name) =>
            name === 'address' && set === 'message' ? (
              <input key={name} type="hidden" name={name} value={defaultAddress} />
            ) : (
              <LeadField key={name} name={name} value={values?.[name]} problem={problems?.[name]} />
            ),
          )}
        </div>
        <div className="send">
          <p className="hint">
            {fill(consent.text)}{' '}
            <SiteLink href={pagePaths.privacyPolicy}>{consent.privacyLabel}</SiteLink>,{' '}
            <SiteLink href={pagePaths.termsOfService}>{consent.termsLabel}</SiteLink>
          </p>
          <button className="btn" type="submit">
            {words.button}
          </button>
        </div>
      </form>
      {/* Outside of the form: what it says may have a form of its own. */}
      <div className="outcome" role="status" />
      <p className="hint">{licenseLine}</p>
    </div>
  )
}

type LeadFieldProps = {
  name: LeadFieldName
  value: string | undefined
  problem: string | undefined
}

function LeadField({ name, value, problem }: LeadFieldProps) {
  const { label, hint, wide, control, placeholder, attributes } = estimateFields[name]
  const { isRequired, limit } = leadFields[name]
  const frame = {
    name,
    label,
    hint,
    wide,
    problem,
    mark: isRequired ? fieldMarks.required : fieldMarks.optional,
  }
  const shared = { frame, defaultValue: value, required: isRequired }
  const text = { ...shared, maxLength: limit, placeholder }
  if (control === 'line') return <InputField {...text} {...attributes} />
  if (control === 'lines') return <AreaField {...text} rows={4} />
  return (
    <SelectField
      {...shared}
      none={placeholder}
      of={serviceChoices.map((choice) => [choice, serviceChoiceLabels[choice]] as const)}
    />
  )
}
