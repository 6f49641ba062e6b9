import type { FastifyInstance } from 'fastify'
import { deleteOldLinks } from './accounts/account-links.ts'
import { deleteExpiredSessions } from './accounts/account-sessions.ts'
import { removeLeftScratch } from './backup/restore/scratch.ts'
import { forgetOldBackups } from './backup/schedule/backup-status.ts'
import { createAuditServer, deleteOldAuditEntries } from './db/audit-entries.ts'
import type { Database } from './db/database.ts'
import { deleteOldCounters } from './http/rate-limits.ts'
import { repeat } from './jobs/loop.ts'
import { eraseAgain, keepErased, readErased } from './leads/privacy/erasure.ts'
import { runRetention } from './leads/privacy/retention.ts'
import { forgetClients } from './notifications/deliveries/delivery-routes.ts'
import { deleteOldMails } from './notifications/mail/file-transport.ts'
import { deleteOldTaps } from './results/register-results.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * All that is deleted now and then. Returns the function that has erasures kept at once.
 */
export function registerCleanUps(
  app: FastifyInstance,
  { db, dataDir }: { db: Database; dataDir: string },
): () => void {
  const audit = createAuditServer(app.log)
  const retain = (stop: AbortSignal) => runRetention(db, { now: new Date(), stop, audit })
  const tasks: [everyMs: number, what: string, run: (stop: AbortSignal) => Promise<unknown>][] = [
    [10 * minute, 'delete expired sessions', () => deleteExpiredSessions(db)],
    [10 * minute, 'delete old links', () => deleteOldLinks(db)],
    [10 * minute, 'delete old mails', () => deleteOldMails(dataDir)],
    [10 * minute, 'forget who triggered confirmations', () => forgetClients(db)],
    [10 * minute, 'clean up rate limits', () => deleteOldCounters(db)],
    [10 * minute, 'delete leads past their retention', retain],
    [hour, 'delete old taps on the phone number', () => deleteOldTaps(db)],
    [hour, 'delete leftovers of backups', () => removeLeftScratch(dataDir)],
    [hour, 'delete old audit entries', () => deleteOldAuditEntries(db)],
    [hour, 'forget old backups', () => forgetOldBackups(db)],
  ]
  for (const [everyMs, what, run] of tasks) repeat(app, { what, everyMs, run })
  let isErasedAgain = false
  return repeat(app, {
    what: 'save the list of erased leads',
    everyMs: 10 * minute,
    async run() {
      // The database may have been taken back to an earlier time while the site was stopped.
      if (!isErasedAgain)
        await db.transaction(async (tx) => eraseAgain(tx, await readErased(dataDir)))
      isErasedAgain = true
      await keepErased(db, dataDir)
    },
    startsAtOnce: true,
  })
}
