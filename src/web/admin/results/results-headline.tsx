import { Link } from 'wouter'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { Headline } from '#/contracts/results/results.ts'
import { adminPaths } from '#/contracts/routes.ts'

const asText = (count: number) => count.toLocaleString('en-US')

const figures: { label: string; text: (headline: Headline) => string }[] = [
  { label: 'Requests', text: ({ requests }) => asText(requests) },
  { label: 'Matched', text: ({ matched }) => asText(matched) },
  { label: 'Done', text: ({ done }) => asText(done) },
  { label: 'Income', text: ({ incomeCents }) => formatCents(incomeCents ?? 0) },
]

type ResultsHeadlineProps = { now: Headline; before: Headline; days: number }

/** What the business does, in four figures, each beside that of the period before. */
export function ResultsHeadline({ now, before, days }: ResultsHeadlineProps) {
  return (
    <section className="office-part" aria-label="Requests to income">
      <dl className="results-headline">
        {figures.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {text(now)}
              <span className="by">
                {text(before)} in the {days} days before
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="by">
        Matched: a contractor said yes and still has it, or has done it. Income: fees less credits,
        on the day of each entry under{' '}
        <Link className="text-button" href={adminPaths.money}>
          Money
        </Link>
        .
      </p>
    </section>
  )
}
