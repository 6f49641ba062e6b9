import type { CommitRisk } from '#/contracts/inbox.ts'
import { useDatabaseSafety } from '../use-inbox-counts.ts'
import { Notice } from './notices.tsx'

const reasons: Record<CommitRisk, string> = {
  fsync:
    'A power cut can take the latest ones: the database does not wait for its disk. Set “fsync” to “on”.',
  full_page_writes: 'A power cut can damage the database. Set “full_page_writes” to “on”.',
  failover:
    'If the database’s standby takes over, the latest ones can be missing there: nothing waits until it has them. Name it in “synchronous_standby_names”.',
}

/** Says above the list that the database is set up so that it can lose leads. */
export function SafetyBanner() {
  const { commitRisks } = useDatabaseSafety().data ?? { commitRisks: [] }
  if (commitRisks.length === 0) return <Notice />
  return (
    <Notice>
      <p>
        <strong>The database can lose requests that it has taken.</strong>{' '}
        {commitRisks.map((risk) => reasons[risk]).join(' ')}
      </p>
    </Notice>
  )
}
