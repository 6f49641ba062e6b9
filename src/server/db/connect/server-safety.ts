/**
 * Why the database may lose what it has committed: `fsync` and `full_page_writes` are off, so with a
 * power cut; or no standby is synchronous, so with a failover.
 */
export type CommitRisk = 'fsync' | 'full_page_writes' | 'failover'

/** What a server of the database says of itself. */
export type ServerSafety = {
  commitRisks: CommitRisk[]
  /** By which right the product's role could run programs or reach files there, which it need not. */
  excessRight: string | null
}

/** A release of the embedded PostgreSQL that has become old, and what moves the data away from it. */
export type AgedRelease = {
  version: string
  /** An ISO 8601 date. */
  releasedOn: string
  /** Since it was released. */
  days: number
  /** What to do, with the commands in their order. */
  advice: string
  commands: string[]
}
