import type { FastifyInstance } from 'fastify'
import { createAuditServer } from '../db/audit-entries.ts'
import type { Database } from '../db/database.ts'
import { repeat } from '../jobs/loop.ts'
import { foldCounts } from './inbox/counts.ts'
import { deleteOldChanges } from './live/live-feed.ts'
import { runRetention } from './privacy/retention-run.ts'

const minuteMs = 60_000

/**
 * What must be done now and then: fold the counts, delete old changes, and remove leads past their
 * retention, which the answered function begins at once.
 */
export function registerLeadUpkeep(
  app: FastifyInstance,
  db: Database,
): { startRetention: () => void } {
  const audit = createAuditServer(app.log)
  repeat(app, { what: 'fold the counts', everyMs: minuteMs / 2, run: () => foldCounts(db) })
  repeat(app, {
    what: 'delete old changes',
    everyMs: 60 * minuteMs,
    run: () => deleteOldChanges(db),
  })
  const startRetention = repeat(app, {
    what: 'remove leads past their retention',
    everyMs: 10 * minuteMs,
    run: (stop) => runRetention(db, stop, audit),
  })
  return { startRetention }
}
