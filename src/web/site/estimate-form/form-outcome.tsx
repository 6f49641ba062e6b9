import { estimateOutcome } from '#/content/estimate-form.ts'
import { placeToastsIn } from '../../ui/show-toast.ts'
import type { Outcome } from './use-estimate-form.ts'

const { waiting, received } = estimateOutcome

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
  return (
    <div className="outcome" role="status" ref={placeToastsIn}>
      {outcome === 'waiting' && (
        <div className="notice" ref={showWhole}>
          <p>
            <strong>{waiting.title}</strong>
          </p>
          <p>{waiting.text}</p>
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
