import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { commitRiskWords, databaseFailures } from '#/content/office/finding-words.ts'
import type { findAgedRelease } from '../db/connect/client.ts'
import type { CommitRisk, Database, DatabaseHandle, ServerSafety } from '../db/database.ts'
import {
  codeOf,
  databaseCause,
  isDatabaseAway,
  NotMigrated,
  OfOtherVersion,
  TakesNoWrites,
  Unreachable,
} from '../db/failures.ts'
import { whyUnwritable } from '../runtime/data-folder.ts'
import { checkSeldom, type Found, present } from './health.ts'

/** A part that stores requests, and what is wrong with it. Only a part that is away stores nothing. */
type PartHealth = { state: 'ready' | 'away'; found: Found[] }

/** A proof costs a write, so a good one counts for a while; a part that has failed is soon ready again. */
const pace = { everyMs: 10_000, againMs: 1_000, patienceMs: 2_000 }

/** A part that is silent for longer is `away`. */
const awayMs = 60_000

/**
 * Watches a part by a proof that it stores something. Only an error, or silence for a minute, means that it
 * is away.
 */
function watchPart(
  prove: () => Promise<unknown>,
  /** The finding: it has failed, or was silent for a minute (no error). */
  away: (error?: unknown) => Found,
): () => Promise<PartHealth> {
  const check = checkSeldom(prove, pace)
  let silentSince: number | undefined
  return async () => {
    const { error, ms, isOver } = await check()
    if (isOver && (error === undefined || kindOf(error) !== 'silent')) {
      silentSince = undefined
      return error === undefined
        ? { state: 'ready', found: [] }
        : { state: 'away', found: [away(error)] }
    }
    const now = performance.now()
    silentSince ??= now - ms
    const isAway = now - silentSince >= awayMs
    return isAway ? { state: 'away', found: [away()] } : { state: 'ready', found: [] }
  }
}

/** Leads in the journal: those that wait, and those that cannot be read. */
export type JournalCount = { waiting: number; damaged: number }

/** The findings about leads in the journal. */
export function findInJournal({ waiting, damaged }: JournalCount): Found[] {
  const requests = (count: number) =>
    `${count.toLocaleString('en-US')} request${count === 1 ? '' : 's'}`
  return present<Found>(
    waiting > 0 && {
      key: 'requests-wait',
      text: `${requests(waiting)} ${waiting === 1 ? 'is' : 'are'} on the server’s disk, waiting to be stored.`,
    },
    damaged > 0 && {
      key: 'requests-damaged',
      text: `${requests(damaged)} on the server’s disk can’t be read.`,
    },
  )
}

/** Watches the journal; `proveWritable` rejects if it cannot be written. */
export const watchJournal = (proveWritable: () => Promise<void>) =>
  watchPart(proveWritable, (error) => ({
    key: 'journal-unwritable',
    text: `If the database fails, the server can’t save requests to its folder: ${error === undefined ? 'its disk isn’t responding' : whyUnwritable(error)}.`,
  }))

/** Sorts more than fits into this much memory: a server with a full disk cannot. */
const sortMemory = '64kB'

/**
 * Throws unless the database commits a write, and has room for a row. The write is an empty message
 * in its log, which has room of its own for a while when the disk is full. So 280 kB are sorted in
 * a file on the disk of the data, wherever the server has other temporary files; the file is gone
 * at once.
 */
async function proveWrite(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('work_mem', ${sortMemory}, true), set_config('temp_tablespaces', '', true)`,
    )
    await tx.execute(sql`
      select count(*) from (
        select repeat(md5(n::text), 8) text from generate_series(1, 1000) n order by 1 offset 0
      ) sorted`)
    const { rowCount } = await tx.execute(
      sql`select pg_logical_emit_message(true, 'readyz', '') where current_setting('transaction_read_only') = 'off'`,
    )
    if (rowCount !== 1) throw new TakesNoWrites()
  })
}

type FailureKind = keyof typeof databaseFailures

/** What a code says; the first that fits counts. */
const kinds: readonly [RegExp, FailureKind][] = [
  [/^53100$/, 'full'],
  [/^25006$/, 'read-only'],
  [/^57P0[23]$/, 'recovering'],
  [/^53300$/, 'connections'],
  [/^(28...|3D000)$/, 'refused'],
  [/^(57014|ETIMEDOUT)$/, 'silent'],
  [/^5[38]/, 'failing'],
]

function kindOf(error: unknown): FailureKind {
  const cause = (error instanceof Unreachable ? error.cause : databaseCause(error)) ?? error
  if (cause instanceof OfOtherVersion) return 'other-version'
  if (cause instanceof NotMigrated) return 'migrating'
  const ofCode = kinds.find(([pattern]) => pattern.test(codeOf(cause)))
  if (ofCode) return ofCode[1]
  if (!isDatabaseAway(error)) return 'failing'
  return /timeout/i.test((cause as Error).message) ? 'silent' : 'away'
}

/**
 * The code that finds, starts or migrates the server knows better why it is away than a connection does: a
 * server on which no migration can begin would be said to be migrating for ever.
 */
function findCause(error: unknown, lastFailure: unknown): unknown {
  const kind = kindOf(error)
  if (lastFailure === undefined) return error
  if (kind === 'migrating') return lastFailure
  return kind === 'away' && kindOf(lastFailure) !== 'failing' ? lastFailure : error
}

/** Watches the database. */
export const watchDatabase = ({ db, lastFailure }: Pick<DatabaseHandle, 'db' | 'lastFailure'>) =>
  watchPart(
    () => proveWrite(db),
    (error = new Error('timeout expired')) => {
      const kind = kindOf(findCause(error, lastFailure()))
      return { key: `database-${kind === 'silent' ? 'away' : kind}`, text: databaseFailures[kind] }
    },
  )

const risks: Record<CommitRisk, Found> = {
  fsync: { key: 'commits-fsync', text: commitRiskWords.fsync },
  full_page_writes: { key: 'commits-full-page-writes', text: commitRiskWords.full_page_writes },
  failover: { key: 'commits-failover', text: commitRiskWords.failover },
}

/** Findings: how the database keeps what it has committed, and what the product may do in it. */
export function findInSafety({ commitRisks, excessRight }: ServerSafety): Found[] {
  return present<Found>(
    ...commitRisks.map((risk) => risks[risk]),
    excessRight !== null && {
      key: 'excess-right',
      text: 'The site has more rights in its database than it needs.',
      detail: `Its role there has the right ${excessRight}. Through a flaw in the site, an attacker could run programs or read files on the database server.`,
    },
  )
}

const inWords = (date: string) =>
  new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The finding about an old embedded PostgreSQL. */
export const findInRelease = (aged: ReturnType<typeof findAgedRelease>): Found[] =>
  present<Found>(
    aged && {
      key: 'postgres-aged',
      text: `The embedded PostgreSQL is ${aged.days} days old.`,
      detail: `It’s ${aged.version}, released on ${inWords(aged.releasedOn)}. PostgreSQL publishes security fixes about every three months.`,
    },
  )

/** What a disk has left for the product, and how large it is, in bytes. */
export type Room = { free: number; all: number }

const megabyte = 1024 * 1024

/** A small disk is nearly full when less than a tenth of it is left. */
const scarceBytes = 2_000 * megabyte
const scarceShare = 0.1

/** PostgreSQL makes files of this size. */
const fullBytes = 16 * megabyte

/** A number of bytes in words. */
export const inMegabytes = (bytes: number) =>
  bytes < 10_000 * megabyte
    ? `${Math.round(bytes / megabyte)} MB`
    : `${Math.round(bytes / megabyte / 1024)} GB`

/** Measures the disks of these folders, and returns the room on the fullest. Folders may be missing. */
export async function measureRoom(folders: readonly string[]): Promise<Room> {
  const rooms = await Promise.all(
    folders.map((folder) =>
      statfs(folder).then(
        ({ bavail, blocks, bsize }) => [{ free: bavail * bsize, all: blocks * bsize }],
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return []
          throw error
        },
      ),
    ),
  )
  const fullest = rooms.flat().toSorted((one, other) => one.free - other.free)[0]
  if (!fullest) throw new Error('none of the folders is there')
  return fullest
}

/** The finding about a disk that is full, or nearly. */
export function findInRoom({ free, all }: Room): Found[] {
  const left = inMegabytes(free)
  if (free < fullBytes) {
    return [{ key: 'disk-full', text: `The server’s disk is full, with ${left} left.` }]
  }
  return present<Found>(
    free < Math.min(scarceBytes, all * scarceShare) && {
      key: 'disk-low',
      text: `The server’s disk is nearly full, with ${left} left.`,
    },
  )
}
