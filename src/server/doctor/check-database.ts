import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'pg'
import type { Config } from '../config/config.ts'
import {
  findAgedDatabase,
  hasEmbeddedDatabase,
  openSingleConnection,
  type SingleConnection,
} from '../db/connect/client.ts'
import { readServerState } from '../db/connect/session.ts'
import type { Database } from '../db/database.ts'
import { isDatabaseAway, TakesNoWrites, Unreachable } from '../db/failures.ts'
import { readLastMigration, type Standing, standingOf } from '../db/migrations.ts'
import * as schema from '../db/tables/schema.ts'
import { type Found, present } from '../health/health.ts'
import {
  describeDatabaseFailure,
  findInJournal,
  findInRelease,
  findInSafety,
} from '../health/parts.ts'
import { countJournal } from '../leads/take/journal.ts'
import { findInDeliveries } from '../notifications/deliveries/delivery-findings.ts'
import { paceAt } from '../notifications/deliveries/pace.ts'
import { readFirstSteps } from '../notifications/first-steps/first-steps.ts'
import { readWayOut, type WayOut } from '../notifications/mail/mail-setup.ts'
import { findLapses } from '../referrals/contractors/tell-lapses.ts'
import { findRanOut } from '../referrals/offers/unmatched.ts'
import { checkBackups, checkProbe } from './check-schedules.ts'
import { bad, type Finding, good, told, warn } from './finding.ts'

const answerMs = 10_000

const longestClockGapMs = 5_000

async function readStanding(client: Client): Promise<Standing | 'empty'> {
  const last = await readLastMigration(client)
  return last === undefined ? 'empty' : standingOf(last)
}

const versions: Record<Standing | 'empty', Finding> = {
  empty: warn('The database is empty.', 'npm start fills it.'),
  'too-old': bad(
    'The database is of a version that this one cannot upgrade.',
    'Start the last version before 1.0.0 once, then this one.',
  ),
  earlier: warn(
    'The database is of an earlier version.',
    'The next start of this version changes it.',
  ),
  current: good('The database is of this version.'),
  newer: bad('A newer version has used the database.', 'Start that version.'),
}

async function checkClock(client: Client): Promise<Finding> {
  const asked = Date.now()
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() now')
  const gapMs = Math.abs((rows[0]?.now.getTime() ?? 0) - (asked + Date.now()) / 2)
  return gapMs > longestClockGapMs
    ? bad(
        `The clocks of this machine and of the database are ${Math.round(gapMs / 1000)} seconds apart.`,
        'Have both set their clocks by the network (NTP): codes, links and limits depend on them.',
      )
    : good('The clocks of this machine and of the database agree.')
}

/** The server: version, what a commit is worth, clock. */
async function checkServer({ client, where }: SingleConnection): Promise<Finding[]> {
  const { rows } = await client.query<{ version: string; bytes: string }>(
    `select current_setting('server_version') version,
       pg_size_pretty(pg_database_size(current_database())) bytes`,
  )
  const { version = '', bytes = '' } = rows[0] ?? {}
  const { isReadOnly, ...safety } = await readServerState(client, answerMs)
  return present(
    good(`PostgreSQL ${version} answers: ${where}, ${bytes}.`),
    isReadOnly && told(describeDatabaseFailure(new TakesNoWrites())),
    safety.commitRisks.length === 0 && good('What it has committed is on its disk.'),
    ...findInSafety(safety).map(told),
    await checkClock(client),
    versions[await readStanding(client)],
  )
}

/** `deploy/install` looks for these words, and says where the link is. */
export const noAdmin = bad('No one can sign in yet.', 'Open the link that npm start prints.')

/** The owner's tasks before the site is left to itself. */
async function checkOwner(db: Database, { smtp }: WayOut): Promise<Finding[]> {
  const [admin] = await db.select({ id: schema.users.id }).from(schema.users).limit(1)
  const { activeRecipients, activeWebhooks, hasSampleTestimonials } = await readFirstSteps(db)
  return present(
    !admin && noAdmin,
    (smtp ? activeRecipients : 0) + activeWebhooks > 0
      ? good('Someone is notified of new requests.')
      : bad(
          'No one is notified of new requests.',
          activeRecipients > 0
            ? 'The recipients are there. Name a mail server under Email Notifications, so that mail reaches them.'
            : 'Add a recipient under Email Notifications.',
        ),
    hasSampleTestimonials &&
      warn(
        'Reviews on the home page are still the samples.',
        'Publish a rating under Results, which takes the place of the samples, or show no samples there.',
      ),
  )
}

/** The findings that the database has about the work of the site. */
async function findInWork(db: Database, config: Config): Promise<Found[]> {
  const found = await Promise.all([
    findInDeliveries(db, paceAt(config.deliveryTimeScale).overdueAfterMs),
    findLapses(db),
    findRanOut(db),
  ])
  return found.flat()
}

function describeUnreached(error: unknown): Finding[] {
  if (!(error instanceof Unreachable) && !isDatabaseAway(error)) throw error
  const detail = error instanceof Unreachable ? error.message : null
  return [told({ ...describeDatabaseFailure(error), detail })]
}

/** What the other parts need of the database: by which key the site tells its own requests, and how mails leave. */
export type Stored = { probeKey?: string | undefined; wayOut?: WayOut }

/** The database, its backups, and the owner's tasks. Changes nothing in it. */
export async function checkDatabase(
  config: Config,
  logger: FastifyBaseLogger,
  onRead: (stored: Stored) => void = () => {},
): Promise<Finding[]> {
  const { dataDir, databaseUrl } = config
  if (!databaseUrl && !hasEmbeddedDatabase(dataDir)) {
    return [warn(`There is no database in ${dataDir} yet.`, 'npm start makes it.')]
  }
  const inJournal = findInJournal(await countJournal(dataDir)).map(told)
  const connection = await openSingleConnection(config, logger).catch(describeUnreached)
  if (Array.isArray(connection)) return [...connection, ...inJournal]
  try {
    const server = [
      ...(await checkServer(connection)),
      ...findInRelease(findAgedDatabase(config)).map(told),
      ...inJournal,
    ]
    // Other versions have other tables.
    if (!server.includes(versions.current)) return server
    const db = drizzle(connection.client, { schema })
    const { name, value } = schema.secrets
    const [key] = await db.select({ value }).from(schema.secrets).where(eq(name, 'probe'))
    const wayOut = await readWayOut(db, config)
    onRead({ probeKey: key?.value, wayOut })
    return [
      ...server,
      ...(await checkBackups(db, config)),
      ...(await checkProbe(db, config)),
      ...(await findInWork(db, config)).map(told),
      ...(await checkOwner(db, wayOut)),
    ]
  } finally {
    await connection.close()
  }
}
