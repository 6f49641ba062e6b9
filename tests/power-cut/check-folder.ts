import { sql } from 'drizzle-orm'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { openDatabase } from '../../src/server/db/connect/client.ts'
import { leads } from '../../src/server/db/tables/schema.ts'
import { createSubmitLead } from '../../src/server/leads/intake/submit-lead.ts'
import { openJournal } from '../../src/server/leads/journal/journal.ts'
import { createLeadTaker } from '../../src/server/leads/journal/take-lead.ts'

/** What is wrong with a data folder, in words; and how many leads it holds. */
export type Findings = { problems: string[]; stored: number }

/**
 * Opens a data folder with the product's own code: its PostgreSQL recovers, and the journal is
 * replayed. Every acknowledged lead must then be there, and none twice.
 */
export async function checkFolder(
  dataDir: string,
  acknowledged: readonly string[],
): Promise<Findings> {
  const log = silentLogger
  const handle = await openDatabase({ dataDir }, log)
  try {
    const journal = openJournal(dataDir)
    const submitLead = createSubmitLead(handle)
    const taker = createLeadTaker({
      submitLead,
      storeWithinMs: 5_000,
      journal,
      log,
      onStored: () => {},
    })
    await taker.replay(new AbortController().signal)
    const { waiting, damaged } = await journal.count()
    const rows = await handle.db
      .select({ name: leads.name, count: sql<number>`count(*)::int` })
      .from(leads)
      .groupBy(leads.name)
    const stored = new Set(rows.map(({ name }) => name))
    const lost = acknowledged.filter((name) => !stored.has(name))
    const doubled = rows.filter(({ count }) => count > 1)
    const problems = [
      ...(lost.length > 0 ? [`${lost.length} lost`] : []),
      ...(doubled.length > 0 ? [`${doubled.length} doubled`] : []),
      ...(waiting > 0 ? [`${waiting} not replayed`] : []),
      ...(damaged > 0 ? [`${damaged} damaged`] : []),
    ]
    return { problems, stored: stored.size }
  } finally {
    await handle.close()
  }
}
