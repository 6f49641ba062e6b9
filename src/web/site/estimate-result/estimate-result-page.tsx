import { estimateForm, estimateResultPage } from '#/content/estimate-form.ts'
import type { EstimateResult } from '#/contracts/pages/documents.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { pagePaths } from '#/contracts/site-routes.ts'
import { controlId } from '../../ui/fields.tsx'
import { Band } from '../../ui/sections.tsx'
import { PageHero } from '../bands.tsx'
import { EstimateForm } from '../estimate-form/estimate-form.tsx'
import { NextSteps } from '../estimate-form/form-outcome.tsx'
import { CallLink, LinkButton } from '../links.tsx'

const words = estimateResultPage

function UrgentCall() {
  return (
    <p className="row urgent">
      {words.urgent} <CallLink text={words.call} />
    </p>
  )
}

function Success({ result }: { result: EstimateResult & { outcome: 'success' } }) {
  const { title, text } = estimateForm[result.form].success
  return (
    <PageHero heading={title} text={text}>
      <NextSteps receipt={result} />
      {result.service !== urgentServiceId && <UrgentCall />}
      <LinkButton to={{ href: pagePaths.home, label: words.home }} />
    </PageHero>
  )
}

function Failure({ result }: { result: EstimateResult & { outcome: 'error' } }) {
  const problems = Object.entries(result.fields)
  return (
    <>
      <PageHero heading={estimateForm[result.form].error.title} text={result.message}>
        {problems.length > 1 && (
          <div>
            <p>{words.invalidText}</p>
            <ul>
              {problems.map(([name, problem]) => (
                <li key={name}>
                  <a className="go" href={`#${controlId(name)}`}>
                    {problem}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
        <UrgentCall />
      </PageHero>
      <Band joined>
        <div className="narrow">
          <EstimateForm
            set={result.form}
            values={result.values}
            problems={result.fields}
            untitled={problems.length > 0}
          />
        </div>
      </Band>
    </>
  )
}

/** The answer to a form that was sent without JavaScript; the same texts as in the toasts. */
export function EstimateResultPage({ result }: { result: EstimateResult }) {
  return result.outcome === 'success' ? <Success result={result} /> : <Failure result={result} />
}
