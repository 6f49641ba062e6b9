/**
 * Why the database may lose what it has committed: `fsync` or `full_page_writes` is off (at a power
 * cut), or no standby is synchronous (at a failover).
 */
export type CommitRisk = 'fsync' | 'full_page_writes' | 'failover'

/** What a server of the database says of itself. */
export type ServerSafety = {
  commitRisks: CommitRisk[]
  /** The right, which it does not need, by which its role could run programs or reach files there. */
  excessRight: string | null
}

/** An old release of the embedded PostgreSQL, and how to move the data away from it. */
export type AgedRelease = {
  version: string
  /** An ISO 8601 date. */
  releasedOn: string
  /** Since its release. */
  days: number
  /** What to do, with the commands in their order. */
  advice: string
  commands: string[]
}
