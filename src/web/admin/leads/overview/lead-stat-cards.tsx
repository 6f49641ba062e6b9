import { Link } from 'wouter'
import type { LeadStats } from '#/contracts/leads/inbox.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { countText } from '../../shell/counts.ts'
import { useOpenList } from '../list/use-inbox-view.ts'
import type { LiveState } from '../use-live.ts'

const cards: [keyof LeadStats, string][] = [
  ['total', 'Total Leads'],
  ['new', 'New Leads'],
  ['contacted', 'Contacted'],
  ['thisWeek', 'This Week'],
]

/** The counts above the list. A dash where a value is unknown. */
export function LeadStatCards() {
  const data = useOpenList().counts?.stats
  return (
    <dl className="stat-line box">
      {cards.map(([key, label]) => (
        <div key={key} className={key === 'new' ? 'stat stat-new' : 'stat'}>
          <dt>{label}</dt>
          <dd>
            {data ? countText(data[key]) : '–'}{' '}
            {key === 'total' && data && data.closed > 0 && (
              <Link className="by" href={`${adminPaths.leads}?status=closed`}>
                {countText(data.closed)} closed
              </Link>
            )}
          </dd>
        </div>
      ))}
      <div className="stat stat-aside">
        <dt>Held as spam</dt>
        <dd>
          {data?.quarantined ? (
            <Link href={`${adminPaths.leads}?quarantined=true`}>{countText(data.quarantined)}</Link>
          ) : (
            (data?.quarantined ?? '–')
          )}
        </dd>
      </div>
    </dl>
  )
}

const liveSigns: Record<LiveState, { text: string; title: string }> = {
  connecting: {
    text: 'Connecting…',
    title: 'New requests will appear automatically once the connection is up.',
  },
  live: { text: 'Live', title: 'New requests appear automatically.' },
  lost: {
    text: 'Reconnecting…',
    title: 'The connection was lost. New requests will appear once it’s back.',
  },
}

/** Whether the page is connected, so that new leads appear by themselves. */
export function LiveStatus({ state }: { state: LiveState }) {
  const { text, title } = liveSigns[state]
  return (
    <p className="row by live-sign" data-state={state} role="status" aria-description={title}>
      {text}
    </p>
  )
}
