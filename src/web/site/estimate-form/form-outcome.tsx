import { estimateOutcome } from '#/content/estimate-form.ts'
import { telHref } from '#/contracts/contact-details.ts'
import { placeToastsIn } from '../../ui/show-toast.ts'
import { useSite, useWords } from '../../words.ts'
import type { Outcome } from './use-estimate-form.ts'

const { offline, unreached, received } = estimateOutcome

/** What happens next with a request that was received. */
export function NextSteps() {
  return (
    <ul>
      {received.steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ul>
  )
}

/** For `ref`: on a small screen the end of the form may be below its edge. */
const showWhole = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' })

/** Below the button: what became of what was sent, for as long as that is so. */
export function FormOutcome({ outcome }: { outcome: Outcome | undefined }) {
  const { phone } = useSite()
  const fill = useWords()
  return (
    <div className="outcome" role="status" ref={placeToastsIn}>
      {outcome === 'offline' && (
        <div className="notice" ref={showWhole}>
          <p>
            <strong>{offline.title}</strong>
          </p>
          <p>{offline.text}</p>
        </div>
      )}
      {outcome === 'unreached' && (
        <div className="notice" ref={showWhole}>
          <p>
            <strong>{unreached.title}</strong>
          </p>
          <p>
            {unreached.text} <a href={telHref(phone)}>{fill(unreached.call)}</a>
          </p>
        </div>
      )}
      {(outcome === 'received' || outcome === 'receivedLate') && (
        <div className="notice" ref={showWhole}>
          <p>
            <strong>{received.title}</strong>
          </p>
          {outcome === 'receivedLate' && <p>{received.late}</p>}
          <NextSteps />
        </div>
      )}
    </div>
  )
}
