import { useRef, useState } from 'react'
import type { DeliverySummary } from '#/contracts/deliveries.ts'
import { Failure } from '../shell/failure.tsx'
import { countNotifications } from './delivery-words.ts'
import { TroubledDeliveries } from './troubled-deliveries.tsx'
import { type Trouble, useResend, useResendAll, useTrouble } from './use-deliveries.ts'

const fewEnoughToShow = 3

/**
 * Says above the inbox which notifications did not arrive, and sends them again. Nothing while all
 * is well, but for the empty live region: what appears in it later is announced.
 */
export function DeliveryBanner() {
  const { data, isError, isFetching, refetch } = useTrouble()
  const region = useRef<HTMLElement>(null)
  const hasTrouble = data !== undefined && data.deliveries.length > 0
  if (isError && !data) {
    return (
      <Failure
        text="Failed to fetch whether notifications were delivered"
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <section
      ref={region}
      className={hasTrouble ? 'delivery-banner' : 'delivery-quiet'}
      aria-label={hasTrouble ? 'Notifications that did not arrive' : undefined}
      tabIndex={-1}
    >
      <div role="status">{hasTrouble && <Headline {...data.summary} />}</div>
      {hasTrouble && <Remedy {...data} onPressed={() => region.current?.focus()} />}
    </section>
  )
}

function Headline({ failed, overdue, problem }: DeliverySummary) {
  return (
    <>
      {failed > 0 && (
        <h2 className="delivery-headline">{countNotifications(failed)} could not be delivered</h2>
      )}
      {overdue > 0 && (
        <p className="delivery-late">
          {countNotifications(overdue)} {overdue === 1 ? 'is' : 'are'} late: not out within five
          minutes, and still being tried.
        </p>
      )}
      {failed + overdue > fewEnoughToShow && problem && <p>The latest problem: {problem}</p>}
    </>
  )
}

/** `onPressed`: a button that was pressed may be about to go. */
function Remedy({ summary, deliveries, onPressed }: Trouble & { onPressed: () => void }) {
  const { mutate: resend } = useResend()
  const { mutate: resendAll, isPending } = useResendAll()
  const total = summary.failed + summary.overdue
  const [isOpen, setOpen] = useState(total <= fewEnoughToShow)
  const list = (
    <TroubledDeliveries
      deliveries={deliveries}
      total={total}
      onResend={(deliveryId) => {
        onPressed()
        resend(deliveryId)
      }}
    />
  )
  return (
    <>
      {total > 1 && (
        <button
          className="btn btn-small delivery-all"
          type="button"
          onClick={() => {
            onPressed()
            if (!isPending) resendAll()
          }}
        >
          Resend all
        </button>
      )}
      <div className="delivery-list">
        {total === 1 ? (
          list
        ) : (
          <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary>Which {total.toLocaleString('en-US')}</summary>
            {list}
          </details>
        )}
      </div>
    </>
  )
}
