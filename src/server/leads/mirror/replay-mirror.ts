import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray, sql } from 'drizzle-orm'
import type { Database, DatabaseHandle } from '../../db/database.ts'
import { isDatabaseAway } from '../../db/failures.ts'
import { leads, removedLeads } from '../../db/schema.ts'
import { findReasons } from '../intake/spam-signals.ts'
import { createSubmitLead, hashContent } from '../intake/submit-lead.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import { readPhone } from '../phone.ts'
import { readLine } from './mirror-lines.ts'

/** What came of a replay: leads that were added or erased, and lines that could not be read. */
export type Replayed = { added: number; erased: number; damaged: number; encrypted: number }

/**
 * Some leads were received before the backup and stored after it: they waited in a journal. What is
 * missing and older than this was removed on purpose, which retention does after a month at the
 * earliest.
 */
const beforeBackupMs = 7 * 86_400_000

async function readLines(folder: string, secretKeys: readonly string[]) {
  const found = { leads: [] as JournalRecord[], erased: new Map<string, string>() }
  const unread = { damaged: 0, encrypted: 0 }
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.jsonl'))) {
    const text = await readFile(join(folder, name), 'utf8')
    for (const each of text.split('\n').filter(Boolean)) {
      const line = await readLine(each, secretKeys)
      if ('problem' in line) unread[line.problem] += 1
      else if ('lead' in line) found.leads.push(line.lead)
      else for (const id of line.erased) found.erased.set(id, line.at)
    }
  }
  found.leads.sort((a, b) => a.receivedAt.localeCompare(b.receivedAt))
  return { ...found, unread }
}

/** True if there are lines in a mirror that need a secret key. Throws if its folder is missing. */
export async function isMirrorEncrypted(folder: string): Promise<boolean> {
  return (await readLines(folder, [])).unread.encrypted > 0
}

/** Within this time the same content is the same lead, whatever its submission id. */
const repeatMs = 10 * 60_000

const contentOf = ({ submission }: JournalRecord) =>
  hashContent(submission, readPhone(submission.phone))

/**
 * Makes the function that knows what was erased, also by another line: whoever sent the form twice had
 * one lead, and the mirror has both lines.
 */
function createIsErased(
  records: readonly JournalRecord[],
  erased: ReadonlyMap<string, string>,
): (record: JournalRecord) => boolean {
  const gone = new Map<string, { from: number; to: number; erasedAt: string }[]>()
  for (const record of records) {
    const erasedAt = erased.get(record.submission.submissionId ?? '')
    if (erasedAt === undefined) continue
    const at = Date.parse(record.receivedAt)
    const content = contentOf(record)
    const period = { from: at - repeatMs, to: at + repeatMs, erasedAt }
    gone.set(content, [...(gone.get(content) ?? []), period])
  }
  return (record) => {
    if (erased.has(record.submission.submissionId ?? '')) return true
    const at = Date.parse(record.receivedAt)
    const periods = gone.size > 0 ? (gone.get(contentOf(record)) ?? []) : []
    return periods.some(
      ({ from, to, erasedAt }) => at >= from && at <= to && record.receivedAt < erasedAt,
    )
  }
}

/** Erases what was erased since the backup was made. */
async function eraseAgain(db: Database, erased: ReadonlyMap<string, string>): Promise<number> {
  const ids = [...erased.keys()]
  if (ids.length === 0) return 0
  const gone = await db
    .delete(leads)
    .where(inArray(leads.submissionId, ids))
    .returning({ id: leads.id })
  const removed = await db
    .delete(removedLeads)
    .where(inArray(sql`${removedLeads.lead}->>'submission_id'`, ids))
    .returning({ id: removedLeads.leadId })
  return gone.length + removed.length
}

/**
 * Stores in a restored database the leads of a mirror that came after the backup, and erases what was
 * erased since. Storing what is there already changes nothing. Whoever is told of leads will be told
 * of these, because nobody knows any more whether they were; visitors and contractors will not.
 */
export async function replayMirror(
  handle: DatabaseHandle,
  folder: string,
  { secretKeys, madeAt }: { secretKeys: readonly string[]; madeAt: Date },
): Promise<Replayed> {
  const { db } = handle
  const { leads: records, erased, unread } = await readLines(folder, secretKeys)
  const submitLead = createSubmitLead(handle, findReasons)
  const isErased = createIsErased(records, erased)
  const since = new Date(madeAt.getTime() - beforeBackupMs).toISOString()
  let added = 0
  await db.execute(sql`alter table leads disable trigger leads_offered`)
  try {
    for (const { confirmationClient, ...record } of records) {
      if (isErased(record) || record.receivedAt < since) continue
      try {
        const { isRepeat } = await submitLead(record)
        if (!isRepeat) added += 1
      } catch (error) {
        // One that cannot be stored does not keep back those behind it.
        if (isDatabaseAway(error)) throw error
        unread.damaged += 1
      }
    }
  } finally {
    await db.execute(sql`alter table leads enable trigger leads_offered`)
  }
  return { added, erased: await eraseAgain(db, erased), ...unread }
}
