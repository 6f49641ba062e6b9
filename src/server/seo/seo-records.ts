import { and, desc, eq, lte, max, sql } from 'drizzle-orm'
import type { SeoFields, SeoRecord, SeoRevision } from '#/contracts/seo/seo.ts'
import type { Database, Transaction } from '../db/database.ts'
import { notify } from '../db/signals.ts'
import { seoRecords, seoRevisions } from '../db/tables/schema.ts'
import { AppError } from '../http/errors.ts'

type Row = typeof seoRecords.$inferSelect

const toRecord = (row: Row): SeoRecord => ({
  ...row,
  // Nothing stands beside nothing.
  structuredDataMode: row.structuredData && row.structuredDataMode === 'add' ? 'add' : 'replace',
  updatedAt: row.updatedAt.toISOString(),
})

/** The SEO record of a page; undefined where nothing is stored. */
export async function readRecord(db: Database, pagePath: string): Promise<SeoRecord | undefined> {
  const [row] = await db.select().from(seoRecords).where(eq(seoRecords.pagePath, pagePath))
  return row && toRecord(row)
}

/** The SEO records of all pages that have one. */
export async function listRecords(db: Database): Promise<SeoRecord[]> {
  return (await db.select().from(seoRecords)).map(toRecord)
}

/** The newest version of a page's metadata, deletions included; 0 before the first change. */
export async function readVersion(db: Database, pagePath: string): Promise<number> {
  const [newest] = await db
    .select({ version: max(seoRevisions.version) })
    .from(seoRevisions)
    .where(eq(seoRevisions.pagePath, pagePath))
  return newest?.version ?? 0
}

/** A change of one page's metadata. `version` is the one that it was made on, where the client said so. */
type SeoChange = { pagePath: string; changedBy: string; version?: number | undefined }

const isSame = (record: SeoRecord, fields: SeoFields) =>
  Object.entries(fields).every(([name, value]) => record[name as keyof SeoFields] === value)

/** Takes the lock for one page. Returns its newest version; throws `conflict` on an older one. */
async function startChange(tx: Transaction, { pagePath, version }: SeoChange): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`seo ${pagePath}`}, 0))`)
  const newest = await readVersion(tx, pagePath)
  if (version === undefined || version === newest) return newest
  const [theirs] = await listRevisions(tx, pagePath)
  const did = theirs?.fields ? 'saved this page' : 'reset this page to its defaults'
  throw new AppError(
    'conflict',
    `${theirs?.changedBy ?? 'Someone else'} ${did} while you were editing. What you typed is still here and will replace theirs. Check it, then try again.`,
  )
}

const mostRevisions = 100

/** Stores a revision in place of the oldest one that is too many. */
async function insertRevision(
  tx: Transaction,
  { pagePath, changedBy }: SeoChange,
  version: number,
  fields: SeoFields | null,
): Promise<void> {
  await tx.insert(seoRevisions).values({ pagePath, version, changedBy, fields })
  const isTooOld = lte(seoRevisions.version, version - mostRevisions)
  await tx.delete(seoRevisions).where(and(eq(seoRevisions.pagePath, pagePath), isTooOld))
  await notify(tx, 'seo_changed', pagePath)
}

/** Stores a page's metadata and a revision of it. Throws `conflict` on an old version. */
export async function saveRecord(
  db: Database,
  change: SeoChange,
  fields: SeoFields,
): Promise<SeoRecord> {
  return db.transaction(async (tx) => {
    const newest = await startChange(tx, change)
    const stored = await readRecord(tx, change.pagePath)
    if (stored && isSame(stored, fields)) return stored
    const version = newest + 1
    const values = { ...fields, pagePath: change.pagePath, version, updatedAt: sql`now()` }
    const [row] = await tx
      .insert(seoRecords)
      .values(values)
      .onConflictDoUpdate({ target: seoRecords.pagePath, set: values })
      .returning()
    if (!row) throw new Error('the metadata of a page was not stored')
    await insertRevision(tx, change, version, fields)
    return toRecord(row)
  })
}

/** Takes a page back to its built-in metadata. Throws `not_found` where nothing is stored. */
export async function deleteRecord(db: Database, change: SeoChange): Promise<void> {
  await db.transaction(async (tx) => {
    const newest = await startChange(tx, change)
    const { rowCount } = await tx.delete(seoRecords).where(eq(seoRecords.pagePath, change.pagePath))
    if (rowCount === 0) {
      throw new AppError('not_found', 'There’s no custom SEO data for this page.')
    }
    await insertRevision(tx, change, newest + 1, null)
  })
}

/** The changes of a page that are stored, newest first. */
export async function listRevisions(db: Database, pagePath: string): Promise<SeoRevision[]> {
  const rows = await db
    .select()
    .from(seoRevisions)
    .where(eq(seoRevisions.pagePath, pagePath))
    .orderBy(desc(seoRevisions.version))
  return rows.map(({ pagePath: _, ...row }) => ({
    ...row,
    changedAt: row.changedAt.toISOString(),
  }))
}
