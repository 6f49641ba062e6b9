import { asc } from 'drizzle-orm'
import { auditInWords } from '#/contracts/audit/audit-words.ts'
import type { DatabaseHandle } from '#/server/db/database.ts'
import { auditEntries } from '#/server/db/tables/schema.ts'

/** Reads the audit log of a database, and the lines of `logLines` that are about it. */
export function auditReader(handle: () => DatabaseHandle, logLines: string[] = []) {
  const all = () => handle().db.select().from(auditEntries).orderBy(asc(auditEntries.id))

  /** The entries that `work` causes. */
  async function entriesOf(work: () => Promise<unknown>) {
    const before = (await all()).length
    await work()
    return (await all()).slice(before)
  }

  /** Those in words, each with its result. */
  async function wordsOf(work: () => Promise<unknown>) {
    return (await entriesOf(work)).map((entry) => `${auditInWords(entry)} (${entry.result})`)
  }

  /** The lines of the log on audit entries that `work` causes. */
  async function linesOf(work: () => Promise<unknown>): Promise<object[]> {
    const before = logLines.length
    await work()
    return logLines
      .slice(before)
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => /audit/.test(msg))
  }

  return { all, entriesOf, wordsOf, linesOf }
}
