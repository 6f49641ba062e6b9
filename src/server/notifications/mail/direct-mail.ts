import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { OwnerMail } from '#/contracts/notifications/mails.ts'
import { notificationRecipients as recipients } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { replaceFile } from '../../runtime/data-folder.ts'
import { type NoticeDeps, sendNotice } from './send-notice.ts'

/** What direct mails need. */
type DirectMailDeps = NoticeDeps & {
  db: Database
  /** Where the copy is kept: beside the journal of leads. */
  folder: string
}

/** Nobody was to be told when the database was there last. Any other failure must not look like that. */
function noneIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '[]'
  throw error
}

/** Mails for the time in which the database is away, to those whom it named last. */
export function createDirectMail(deps: DirectMailDeps) {
  const { db, folder } = deps
  const file = join(folder, 'recipients')

  const readCopy = () => readFile(file, 'utf8').catch(noneIfMissing)

  return {
    /** Copies the active recipients from the database to the disk. */
    async remember() {
      const rows = await db
        .select({ email: recipients.email })
        .from(recipients)
        .where(eq(recipients.isActive, true))
      const addresses = JSON.stringify(rows.map(({ email }) => email))
      // Another process may have copied what was so before.
      if (addresses !== (await readCopy())) await replaceFile(file, addresses)
    },
    /**
     * Writes to each of them. Rejects if there was somebody, and nobody's mail was taken: one address that
     * refuses must not repeat the mails of the others.
     */
    async send(mail: OwnerMail, stop: AbortSignal) {
      const addresses: string[] = JSON.parse(await readCopy())
      const outcomes = await Promise.all(addresses.map((to) => sendNotice(deps, to, mail, stop)))
      const [first] = outcomes
      if (first && outcomes.every(({ outcome }) => outcome === 'failed')) {
        throw new Error(`no recipient could be told: ${first.problem}`)
      }
    },
  }
}
