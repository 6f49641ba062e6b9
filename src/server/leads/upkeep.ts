import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { repeat } from '../runtime/repeat.ts'
import { foldCounts } from './inbox/counts.ts'
import { forgetOldChanges } from './live/live-feed.ts'
import { runRetention } from './privacy/retention.ts'

const minuteMs = 60_000

/** Keeps what the inbox counts and remembers small, and deletes leads that are kept no longer. */
export function registerLeadUpkeep(app: FastifyInstance, db: Database): void {
  repeat(app, { what: 'fold the counts', everyMs: minuteMs / 2, run: () => foldCounts(db) })
  repeat(app, {
    what: 'forget old changes',
    everyMs: 60 * minuteMs,
    run: () => forgetOldChanges(db),
  })
  repeat(app, {
    what: 'delete leads that are kept no longer',
    everyMs: 10 * minuteMs,
    run: (stop) => runRetention(db, stop),
  })
}
