import { Recipients } from './recipients.tsx'
import { Webhooks } from './webhooks.tsx'

/** The tab that says who is told of new leads, and how. */
export function EmailNotifications() {
  return (
    <div className="notify">
      <section className="notify-part" aria-labelledby="recipients-heading">
        <Recipients headingId="recipients-heading" />
      </section>
      <section className="notify-part" aria-labelledby="webhooks-heading">
        <Webhooks headingId="webhooks-heading" />
      </section>
    </div>
  )
}
