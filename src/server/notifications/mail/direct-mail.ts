import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { OwnerMail, RenderMail } from '#/contracts/notifications/mails.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { notificationRecipients as recipients } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { replaceFile } from '../../runtime/data-folder.ts'
import type { MailTransport } from './mail-transport.ts'

/** What direct mails need. */
type DirectMailDeps = {
  db: Database
  /** Where the copy is kept: beside the journal of leads. */
  folder: string
  site: Site
  transport: Pick<MailTransport, 'send'>
  renderMail: RenderMail
}

/** Nobody was to be told when the database was there last. Any other failure must not look like that. */
function noneIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '[]'
  throw error
}

/** Mails for the time in which the database is away, to those whom it named last. */
export function createDirectMail(deps: DirectMailDeps) {
  const { db, folder, site, transport, renderMail } = deps
  const file = join(folder, 'recipients')
  let remembered: string | undefined

  const readAddresses = async (): Promise<string[]> =>
    JSON.parse(await readFile(file, 'utf8').catch(noneIfMissing))

  return {
    /** Copies the active recipients from the database to the disk. */
    async remember() {
      const rows = await db
        .select({ email: recipients.email })
        .from(recipients)
        .where(eq(recipients.isActive, true))
      const addresses = JSON.stringify(rows.map(({ email }) => email))
      if (addresses === remembered) return
      await replaceFile(file, addresses)
      remembered = addresses
    },
    /**
     * Writes to each of them. Rejects if there was somebody, and nobody's mail was taken: one address that
     * refuses must not repeat the mails of the others.
     */
    async send(wanted: OwnerMail, signal: AbortSignal) {
      const mail = await renderMail(wanted, site)
      const sent = (await readAddresses()).map((to) => {
        const messageId = `<${wanted.kind}-${randomUUID()}@${site.domain}>`
        return transport.send({ ...mail, to, messageId }, signal)
      })
      if (sent.length > 0) await Promise.any(sent)
      await Promise.allSettled(sent)
    },
  }
}
