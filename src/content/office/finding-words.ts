/** What is wrong with the database, in one sentence each. */
export const databaseFailures = {
  full: 'The database’s disk is full, so it can’t store anything.',
  'read-only': 'The database is read-only, so it can’t store anything.',
  recovering: 'The database is starting, or recovering from a crash.',
  connections: 'The database has no connections left.',
  refused: 'The database won’t let the site in.',
  'other-version': 'The database belongs to another version of the site.',
  migrating: 'The database is being upgraded to this version.',
  silent: 'The database isn’t responding.',
  away: 'The database can’t be reached.',
  failing: 'The database is failing.',
} as const

/** How the database may lose what it has committed. */
export const commitRiskWords = {
  fsync:
    'The database doesn’t wait until data is on disk, so a power outage can lose the latest requests.',
  full_page_writes: 'A power outage in the middle of a write can damage the database.',
  failover: 'If the main database fails, the latest requests can be lost.',
} as const
