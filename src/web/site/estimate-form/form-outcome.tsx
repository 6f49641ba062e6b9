import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { estimateForm, estimateOutcome, nextSteps } from '#/content/estimate-form.ts'
import { telHref } from '#/contracts/leads/contact-details.ts'
import type { ContactForm, Receipt } from '#/contracts/leads/leads.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { placeToastsIn } from '../../ui/show-toast.ts'
import { saysPlace, TownButtons, TownTaps } from '../../ui/town-taps.tsx'
import { useSite, useWords } from '../../words.ts'
import { CallLink } from '../links.tsx'
import { type Outcome, sendByScript } from './send-form.ts'

const { offline, unreached, received } = estimateOutcome

/** The id of the form by which the town of a request is told that was just received. */
const townFormId = 'town-of-request'

/**
 * What happens next with a request that was received: in an emergency, first of all a call. In the form
 * itself the taps belong to another one, `townForm`: forms cannot stand in each other.
 */
export function NextSteps({ receipt, townForm }: { receipt: Receipt; townForm?: string }) {
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
        <strong>{received.reference.replace('{reference}', reference)}</strong>
      </p>
      {requestPath && place === 'unknown' && answerBy !== null && (
        <div className="stack">
          <p>{received.place.ask}</p>
          {townForm ? (
            <TownButtons other={received.place.elsewhere} form={townForm} />
          ) : (
            <TownTaps path={requestPath} other={received.place.elsewhere} />
          )}
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
  if (isLong) notice.closest('.send')?.scrollIntoView({ block: 'start' })
  else notice?.scrollIntoView({ block: 'nearest' })
}

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

/** The form of the taps in another form; nothing where nothing is asked. */
function TownForm({ outcome }: { outcome: Outcome | undefined }) {
  const path = outcome?.kind === 'received' && outcome.receipt.requestPath
  if (!path || outcome.receipt.place !== 'unknown') return null
  return (
    <form id={townFormId} method="post" action={path}>
      {saysPlace}
    </form>
  )
}

type FormOutcomeProps = { form: HTMLFormElement; place: HTMLElement }

/**
 * Sends the form by script, and says in its `place`, below the button, what became of it, for as long
 * as that is so.
 */
export function FormOutcome({ form, place }: FormOutcomeProps) {
  const { phone } = useSite()
  const fill = useWords()
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    const set = new FormData(form).get('form') as ContactForm
    sendByScript(form, { words: estimateForm[set], onOutcome: setOutcome })
    return placeToastsIn(place)
  }, [form, place])
  const notice = (
    <>
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
          <NextSteps receipt={outcome.receipt} townForm={townFormId} />
        </Notice>
      )}
    </>
  )
  return (
    <>
      {createPortal(notice, place)}
      <TownForm outcome={outcome} />
    </>
  )
}
