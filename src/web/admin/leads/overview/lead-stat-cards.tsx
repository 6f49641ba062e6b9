import type { LeadStats } from '#/contracts/leads/lead-stats.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { durationText } from '../../../dates.ts'
import { useLeadSpeed, useLeadStats } from '../use-inbox-counts.ts'

const cards: [keyof LeadStats, string][] = [
  ['total', 'Total Leads'],
  ['new', 'New Leads'],
  ['contacted', 'Contacted'],
  ['thisWeek', 'This Week'],
]

const asText = (count: number) => count.toLocaleString('en-US')

/** The counts above the list, and how fast leads are answered. A dash where a value is unknown. */
export function LeadStatCards() {
  const { data } = useLeadStats()
  return (
    <dl className="stats">
      {cards.map(([key, label]) => (
        <div key={key} className={key === 'new' ? 'stat stat-new' : 'stat'}>
          <dt>{label}</dt>
          <dd>{data ? asText(data[key]) : '–'}</dd>
        </div>
      ))}
      <SpeedCard />
      <div className="stat stat-aside">
        <dt>In quarantine</dt>
        <dd>
          {data?.quarantined ? (
            <a href={`${adminPaths.leads}?quarantined=true`}>{asText(data.quarantined)}</a>
          ) : (
            (data?.quarantined ?? '–')
          )}
        </dd>
      </div>
    </dl>
  )
}

/** Of the leads of the last thirty days. */
function SpeedCard() {
  const { data } = useLeadSpeed()
  return (
    <div
      className="stat stat-aside stat-speed"
      title="Requests from the last 30 days, in business hours"
    >
      <dt>Median answer time</dt>
      <dd>
        {data && data.medianMinutes !== null ? durationText(data.medianMinutes) : '–'}
        {data && data.share !== null && (
          <span className="stat-note">
            {Math.floor(data.share * 100)}% within 24 business hours
            {data.overdue > 0 && `, ${asText(data.overdue)} overdue`}
          </span>
        )}
      </dd>
    </div>
  )
}
