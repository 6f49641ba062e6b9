import type { LeadStats } from '#/contracts/lead-stats.ts'
import { useLeadStats } from './use-leads.ts'

const cards: [keyof LeadStats, string][] = [
  ['total', 'Total Leads'],
  ['new', 'New Leads'],
  ['contacted', 'Contacted'],
  ['thisWeek', 'This Week'],
]

/** The four counts above the list. A dash stands where a count is not known. */
export function LeadStatCards() {
  const { data } = useLeadStats()
  return (
    <dl className="stats">
      {cards.map(([key, label]) => (
        <div key={key} className={key === 'new' ? 'stat stat-new' : 'stat'}>
          <dt>{label}</dt>
          <dd>{data ? data[key].toLocaleString('en-US') : '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
