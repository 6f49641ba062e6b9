import type { ReactNode } from 'react'
import { estimateOutcome, nextSteps } from '#/content/estimate-form.ts'
import { telHref } from '#/contracts/leads/contact-details.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { placeToastsIn } from '../../ui/show-toast.ts'
import { useSite, useWords } from '../../words.ts'
import { CallLink } from '../links.tsx'
import type { Outcome, Receipt } from './use-estimate-form.ts'

const { offline, unreached, received } = estimateOutcome

/** What happens next with a request that was received: in an emergency, first of all a call. */
export function NextSteps({ receipt }: { receipt: Receipt }) {
  const { service, reference, answerBy, requestPath, place } = receipt
  const isUrgent = service === urgentServiceId
  const isOutside = place === 'outside'
  return (
    <>
      {isOutside && <p>{received.outside}</p>}
      {isUrgent && !isOutside && (
        <>
          <p>{received.urgent}</p>
          <CallLink className="btn btn-hot" text={received.call} />
        </>
      )}
      {requestPath && place === 'unknown' && (
        <>
          <p>{received.place.ask}</p>
          <a className="btn" href={requestPath}>
            {received.place.button}
          </a>
        </>
      )}
      <p>{received.reference.replace('{reference}', reference)}</p>
      {!isOutside && (
        <ul>
          {nextSteps(isUrgent, answerBy).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      )}
      {requestPath ? <a href={requestPath}>{received.page}</a> : <p>{received.again}</p>}
    </>
  )
}

/** For `ref`: on a small screen the end of the form may be below its edge. */
const showWhole = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' })

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="notice" ref={showWhole}>
      <p>
        <strong>{title}</strong>
      </p>
      {children}
    </div>
  )
}

/** Below the button: what became of what was sent, for as long as that is so. */
export function FormOutcome({ outcome }: { outcome: Outcome | undefined }) {
  const { phone } = useSite()
  const fill = useWords()
  return (
    <div className="outcome" role="status" ref={placeToastsIn}>
      {outcome?.kind === 'offline' && (
        <Notice title={offline.title}>
          <p>{offline.text}</p>
        </Notice>
      )}
      {outcome?.kind === 'unreached' && (
        <Notice title={unreached.title}>
          <p>
            {unreached.text} <a href={telHref(phone)}>{fill(unreached.call)}</a>
          </p>
        </Notice>
      )}
      {outcome?.kind === 'received' && (
        <Notice title={received.title}>
          {outcome.isLate && <p>{received.late}</p>}
          <NextSteps receipt={outcome.receipt} />
        </Notice>
      )}
    </div>
  )
}
