import type { AgedRelease, CommitRisk } from '#/contracts/inbox.ts'
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
  const { commitRisks = [], excessRight = null } = useDatabaseSafety().data ?? {}
  return (
    <>
      <Notice>{commitRisks.length > 0 && <CommitRisks risks={commitRisks} />}</Notice>
      <Notice>
        {excessRight !== null && (
          <p>
            <strong>This site has more rights in its database than it needs.</strong> Its role there
            has the right <code>{excessRight}</code>, so a flaw in the site could run programs or
            read files on the database server. Give the database to a role without it, and name that
            role in DATABASE_URL: docs/operations.md has the commands.
          </p>
        )}
      </Notice>
    </>
  )
}

const inWords = (date: string) =>
  new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function HowToMove({ version, releasedOn, days, advice, commands }: AgedRelease) {
  return (
    <details className="aged-release">
      <summary>The database’s PostgreSQL is {days} days old</summary>
      <p>
        The embedded PostgreSQL is {version}, released on {inWords(releasedOn)}. PostgreSQL
        publishes security fixes about every three months. {advice}
      </p>
      <ol>
        {commands.map((command) => (
          <li key={command}>
            <code>{command}</code>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Says below what is urgent that the embedded PostgreSQL is old, in one line that opens. */
export function AgeBanner() {
  const { agedRelease } = useDatabaseSafety().data ?? {}
  return <Notice>{agedRelease && <HowToMove {...agedRelease} />}</Notice>
}
