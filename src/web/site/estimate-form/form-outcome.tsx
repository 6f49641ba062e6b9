import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { estimateForm, estimateOutcome, nextSteps } from '#/content/estimate-form.ts'
import { telHref } from '#/contracts/leads/contact-details.ts'
import type { ContactForm, Receipt } from '#/contracts/leads/leads.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { placeToastsIn } from '../../ui/show-toast.ts'
import { TownTaps } from '../../ui/town-taps.tsx'
import { fillIn, useSite, useWords } from '../../words.ts'
import { CallLink } from '../links.tsx'
import { type Outcome, sendByScript } from './send-form.ts'

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
      <p>
        <strong>{fillIn(received.reference, { reference })}</strong>
      </p>
      {requestPath && place === 'unknown' && answerBy !== null && (
        <div className="stack">
          <p>{received.place.ask}</p>
          <TownTaps path={requestPath} other={received.place.elsewhere} />
        </div>
      )}
      {!isOutside && answerBy === null && <p>{received.held}</p>}
      {!isOutside && answerBy !== null && (
        <ul>
          {nextSteps(answerBy).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      )}
      {requestPath ? <a href={requestPath}>{received.page}</a> : <p>{received.again}</p>}
    </>
  )
}

/**
 * For `ref`: on a small screen the end of the form may be below its edge. Of a long notice the beginning
 * is shown, with the button above it.
 */
function showWhole(notice: HTMLElement | null) {
  const isLong = notice !== null && notice.offsetHeight > innerHeight / 2
  const send = notice?.closest('.form-card')?.querySelector('.send')
  if (isLong) send?.scrollIntoView({ block: 'start' })
  else notice?.scrollIntoView({ block: 'nearest' })
}

/**
 * Sends the form by script, and says in its `place`, below the button, what became of it, for as long
 * as that is so.
 */
export function FormOutcome({ form, place }: { form: HTMLFormElement; place: HTMLElement }) {
  const { phone } = useSite()
  const fill = useWords()
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    const set = new FormData(form).get('form') as ContactForm
    sendByScript(form, { words: estimateForm[set], onOutcome: setOutcome })
    return placeToastsIn(place)
  }, [form, place])
  if (!outcome) return null
  return createPortal(
    <div key={outcome.kind} className="notice" ref={showWhole}>
      <p>
        <strong>{estimateOutcome[outcome.kind].title}</strong>
      </p>
      {outcome.kind === 'offline' && <p>{offline.text}</p>}
      {outcome.kind === 'unreached' && (
        <p>
          {unreached.text} <a href={telHref(phone)}>{fill(unreached.call)}</a>
        </p>
      )}
      {outcome.kind === 'received' && (
        <>
          {outcome.isLate && <p>{received.late}</p>}
          <NextSteps receipt={outcome.receipt} />
        </>
      )}
    </div>,
    place,
  )
}
