import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { MailConfig } from '#/server/config/mail-config.ts'
import { replaceFile } from '../../runtime/data-folder.ts'
import { type MailTransport, messageOptions } from './mail-transport.ts'

/** The folder of mails while there is no mail server. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail')
}

/** How many bytes of mails are kept, and for how long: strangers cause them, and leads are in the inbox. */
const keptMails = { bytes: 100_000_000, ms: 30 * 86_400_000 }

/** A mail, or one that a process left unfinished when it was killed. */
const isMail = (name: string) => /\.eml(\.\d+)?$/.test(name)

/** Deletes the mails that are too old, and then the oldest until the rest is small enough. */
export async function deleteOldMails(dataDir: string): Promise<void> {
  const folder = mailFolder(dataDir)
  const names = await readdir(folder).catch(() => [])
  const mails: { path: string; at: number; bytes: number }[] = []
  for (const name of names.filter(isMail)) {
    const path = join(folder, name)
    // Another process may have deleted it since.
    const found = await stat(path).catch(() => undefined)
    if (found?.isFile()) mails.push({ path, at: found.mtimeMs, bytes: found.size })
  }
  let bytes = 0
  for (const mail of mails.sort((one, other) => other.at - one.at)) {
    bytes += mail.bytes
    const isKept = bytes <= keptMails.bytes && mail.at >= Date.now() - keptMails.ms
    if (!isKept) await rm(mail.path, { force: true })
  }
}

/** The longest part of an address in the name of a file, which has 255 bytes at most. */
const longestInName = 150

/**
 * Writes each mail to an `.eml` file, which any mail program opens. A file is complete or not there,
 * and a mail that is sent again replaces its file.
 */
export function createFileTransport(dataDir: string, config: MailConfig): MailTransport {
  const folder = mailFolder(dataDir)
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  return {
    mode: 'files',
    async send(mail) {
      const { message } = await composer.sendMail(messageOptions(mail, config))
      const hash = createHash('sha256').update(mail.messageId).digest('hex').slice(0, 16)
      const to = mail.to.replace(/[^\w.@-]/g, '_').slice(0, longestInName)
      const name = `${to}-${hash}.eml`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await replaceFile(join(folder, name), message as Buffer)
      return { outcome: 'kept', answer: `kept as ${name}` }
    },
    close: () => composer.close(),
  }
}
