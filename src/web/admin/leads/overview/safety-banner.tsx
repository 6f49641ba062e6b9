import type { CommitRisk } from '#/contracts/inbox.ts'
import { useDatabaseSafety } from '../use-inbox-counts.ts'
import { Notice } from './notices.tsx'

const reasons: Record<CommitRisk, string> = {
  fsync:
    'A power outage can lose the latest ones: the database does not wait for its disk. Set “fsync” to “on”.',
  full_page_writes: 'A power outage can damage the database. Set “full_page_writes” to “on”.',
  failover:
    'If the database’s standby takes over, the latest ones can be missing there: nothing waits until it has them. Name it in “synchronous_standby_names”.',
}

function CommitRisks({ risks }: { risks: readonly CommitRisk[] }) {
  return (
    <p>
      <strong>The database could lose requests it has accepted.</strong>{' '}
      {risks.map((risk) => reasons[risk]).join(' ')}
    </p>
  )
}

/** Says above the list that the database can lose leads, or that the product may do too much in it. */
export function SafetyBanner() {
  const { commitRisks = [], isSuperuser = false } = useDatabaseSafety().data ?? {}
  return (
    <>
      <Notice>{commitRisks.length > 0 && <CommitRisks risks={commitRisks} />}</Notice>
      <Notice>
        {isSuperuser && (
          <p>
            <strong>This site signs in to its database as a superuser.</strong> A gap in the site
            could then run programs on the server of the database. Give the database to a role that
            is not a superuser, and name that role in DATABASE_URL: docs/operations.md has the
            commands.
          </p>
        )}
      </Notice>
    </>
  )
}
