import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'pg'
import type { CommitRisk } from '#/contracts/inbox.ts'
import type { Config } from '../config.ts'
import {
  findAgedDatabase,
  hasEmbeddedDatabase,
  openSingleConnection,
  type SingleConnection,
} from '../db/client.ts'
import type { Database } from '../db/database.ts'
import { SharedSessions, Unreachable } from '../db/failures.ts'
import { isTooNew, readLastMigration, readMigrations } from '../db/migrations.ts'
import * as schema from '../db/schema.ts'
import { readServerState } from '../db/server-state.ts'
import { countWaiting, journalFolder } from '../leads/journal/journal.ts'
import { readFirstSteps } from '../notifications/first-steps/first-steps.ts'
import { checkBackups, checkProbe } from './check-schedules.ts'
import { bad, type Finding, good, warn } from './finding.ts'

const answerMs = 10_000

const longestClockGapMs = 5_000

const risks: Record<CommitRisk, Finding> = {
  fsync: bad(
    'The database does not wait for its disk: a power cut can take the latest requests.',
    'Set fsync to on in its configuration.',
  ),
  full_page_writes: bad(
    'A power cut in the middle of a write can damage the database.',
    'Set full_page_writes to on in its configuration.',
  ),
  failover: bad(
    'Committed requests can be lost at a failover: no standby is synchronous.',
    'Set synchronous_standby_names in its configuration.',
  ),
}

const newestMigration = () => Math.max(...readMigrations().map(({ folderMillis }) => folderMillis))

async function isOfThisVersion(client: Client): Promise<boolean> {
  return (await readLastMigration(client)) === newestMigration()
}

async function checkMigrations(client: Client): Promise<Finding> {
  const last = await readLastMigration(client)
  if (last === undefined) return warn('The database is empty.', 'npm start fills it.')
  if (isTooNew(last, readMigrations())) {
    return bad('A newer version has used the database.', 'Start that version.')
  }
  return last < newestMigration()
    ? warn('The database is of an earlier version.', 'The next start of this version changes it.')
    : good('The database is of this version.')
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
  const { commitRisks, isReadOnly, excessRight } = await readServerState(client, answerMs)
  return [
    good(`PostgreSQL ${version} answers: ${where}, ${bytes}.`),
    ...(isReadOnly
      ? [bad('It takes no writes.', 'Name the server that does first in DATABASE_URL.')]
      : []),
    ...(commitRisks.length > 0
      ? commitRisks.map((risk) => risks[risk])
      : [good('What it has committed is on its disk.')]),
    ...(excessRight === null
      ? []
      : [
          warn(
            `The product’s role in the database has the right ${excessRight}: a flaw in the site could run programs or read files on its server.`,
            'Give the database to a role without it (docs/operations.md, Growing), and name that role in DATABASE_URL.',
          ),
        ]),
    await checkClock(client),
    await checkMigrations(client),
  ]
}

/** The embedded server is as old as its package; one of the owner's is theirs to keep patched. */
function checkAge(config: Config): Finding[] {
  const aged = findAgedDatabase(config)
  if (!aged) return []
  const { version, releasedOn, days, advice, commands } = aged
  return [
    warn(
      `The embedded PostgreSQL is ${version}, released ${releasedOn}, ${days} days ago; PostgreSQL publishes security fixes about every three months.`,
      [advice, ...commands.map((command) => `  ${command}`)].join('\n'),
    ),
  ]
}

/** What an owner has to see to before the site is left to itself. */
async function checkOwner(db: Database, { smtp }: Config): Promise<Finding[]> {
  const [admin] = await db.select({ id: schema.users.id }).from(schema.users).limit(1)
  const { activeRecipients, activeWebhooks, hasSampleTestimonials } = await readFirstSteps(db)
  return [
    ...(admin ? [] : [bad('No one can sign in yet.', 'Open the link that npm start prints.')]),
    (smtp ? activeRecipients : 0) + activeWebhooks > 0
      ? good('Someone is notified of new requests.')
      : bad(
          'No one is notified of new requests.',
          activeRecipients > 0
            ? 'The recipients are there. Set SMTP_URL, so that mail reaches them.'
            : 'Add a recipient under Email Notifications.',
        ),
    ...(hasSampleTestimonials
      ? [
          warn(
            'Reviews on the home page are still the samples.',
            'Publish ratings under Results, or put real reviews into src/content/testimonials.ts.',
          ),
        ]
      : []),
  ]
}

/** Leads that wait outside the database. A running product stores them within seconds. */
async function checkJournal({ dataDir }: Config): Promise<Finding[]> {
  const waiting = await countWaiting(dataDir)
  return waiting === 0
    ? []
    : [
        warn(
          `${waiting === 1 ? '1 request waits' : `${waiting} requests wait`} in ${journalFolder(dataDir)} to be stored.`,
          'Start the product: it stores them as soon as it has its database.',
        ),
      ]
}

function unreachableOnly(error: unknown): Unreachable {
  if (error instanceof Unreachable) return error
  throw error
}

/**
 * The database, its backups, and what the owner has to see to. Changes nothing in it. Hands on the key
 * by which the site tells its own requests, if it has made one.
 */
export async function checkDatabase(
  config: Config,
  logger: FastifyBaseLogger,
  onProbeKey: (key: string | undefined) => void = () => {},
): Promise<Finding[]> {
  const { dataDir, databaseUrl } = config
  if (!databaseUrl && !hasEmbeddedDatabase(dataDir)) {
    return [warn(`There is no database in ${dataDir} yet.`, 'npm start makes it.')]
  }
  const connection = await openSingleConnection(config, logger).catch(unreachableOnly)
  if (connection instanceof SharedSessions)
    return [bad(SharedSessions.reason, SharedSessions.advice)]
  if (connection instanceof Unreachable) {
    return [bad(connection.message, 'Start its server, or set DATABASE_URL to where it is.')]
  }
  try {
    const server = [
      ...(await checkServer(connection)),
      ...checkAge(config),
      ...(await checkJournal(config)),
    ]
    // Other versions have other tables.
    if (!(await isOfThisVersion(connection.client))) return server
    const db = drizzle(connection.client, { schema })
    const { name, value } = schema.secrets
    const [key] = await db.select({ value }).from(schema.secrets).where(eq(name, 'probe'))
    onProbeKey(key?.value)
    const scheduled = [...(await checkBackups(db, config)), ...(await checkProbe(db, config))]
    return [...server, ...scheduled, ...(await checkOwner(db, config))]
  } finally {
    await connection.close()
  }
}
