import { Link } from 'wouter'
import type { Delivery } from '#/contracts/deliveries.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { countTries } from './delivery-words.ts'
import { Moment, Until } from './moment.tsx'

type TroubledDeliveriesProps = {
  deliveries: readonly Delivery[]
  /** How many there are: the list holds only the newest. */
  total: number
  onResend: (deliveryId: number) => void
}

/** Which lead did not reach whom, and why. */
export function TroubledDeliveries({ deliveries, total, onResend }: TroubledDeliveriesProps) {
  return (
    <>
      <ul className="troubles">
        {deliveries.map((delivery) => (
          <li key={delivery.id} className="trouble">
            <TroubledDelivery {...delivery} />
            <button className="row-button" type="button" onClick={() => onResend(delivery.id)}>
              Resend
              <span className="hidden-text">
                {' '}
                {delivery.leadName} to {delivery.target}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {total > deliveries.length && (
        <p className="trouble-more">Shown are the newest {deliveries.length}.</p>
      )}
    </>
  )
}

function TroubledDelivery(delivery: Delivery) {
  const { leadId, leadName, target, state, problem, attempts, log, createdAt, dueAt } = delivery
  return (
    <div>
      <p className="trouble-what">
        <Link href={leadPagePath(leadId)}>
          <bdi>{leadName}</bdi>
        </Link>{' '}
        to <bdi>{target}</bdi>
      </p>
      <p className="trouble-why">{problem ?? 'It has not been tried yet.'}</p>
      <p className="trouble-when">
        {state === 'failed' ? (
          <>
            Given up after {countTries(attempts)}: <Moment at={log[0]?.at ?? createdAt} />
          </>
        ) : (
          <>
            Waiting since <Moment at={createdAt} />. {countTries(attempts)} so far
            {dueAt && (
              <>
                , the next <Until at={dueAt} />
              </>
            )}
            .
          </>
        )}
      </p>
    </div>
  )
}
