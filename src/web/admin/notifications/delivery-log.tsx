import type { DeliveryAttempt } from '#/contracts/deliveries.ts'
import { countTries, outcomeWords } from './delivery-words.ts'
import { Moment } from './moment.tsx'

const secondsFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Every try, newest first, with what the other side answered. `log` has at least one. */
export function DeliveryLog({ log }: { log: readonly DeliveryAttempt[] }) {
  return (
    <details className="delivery-log">
      <summary>{countTries(log.length)}</summary>
      <ol>
        {log.map(({ at, durationMs, outcome, answer }) => (
          <li key={at}>
            <p>
              <strong>{outcomeWords[outcome]}</strong>, <Moment at={at} />, in{' '}
              {secondsFormat.format(durationMs / 1000)} s
            </p>
            {answer && (
              <p>
                <span className="hidden-text">The answer: </span>
                <code dir="auto">{answer}</code>
              </p>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
