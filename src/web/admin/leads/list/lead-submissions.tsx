import { useHasStarted } from '../../shell/page-parts.tsx'
import { Loading } from '../../shell/query-states.tsx'
import { useLeadStats } from '../use-inbox-counts.ts'
import { Inbox } from './inbox.tsx'
import { NoLeadsYet } from './no-leads-yet.tsx'

/** The tab with the list: filters, export, table, and the panel of one lead. */
export function LeadSubmissions() {
  const hasStarted = useHasStarted()
  const { data: stats } = useLeadStats()
  if (!hasStarted) return <Loading />
  if (stats && stats.total + stats.quarantined === 0) return <NoLeadsYet />
  return <Inbox />
}
