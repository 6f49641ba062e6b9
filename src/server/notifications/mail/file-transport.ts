import { createHash } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { MailConfig } from '../../mail-config.ts'
import { syncFolder } from '../../runtime/sync-folder.ts'
import type { MailTransport } from './mail-transport.ts'
import { messageOptions } from './mail-transport.ts'

/** The folder of mails while there is no mail server. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail')
}

/**
 * Writes each mail to an `.eml` file, which any mail program opens. A file is complete or not there,
 * and a mail that is sent again replaces its file.
 */
export function createFileTransport(dataDir: string, config: MailConfig): MailTransport {
  const folder = mailFolder(dataDir)
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  async function write(name: string, content: Buffer): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const unfinished = join(folder, `.${name}.${process.pid}`)
    const file = await open(unfinished, 'w', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, join(folder, name))
    await syncFolder(folder)
  }

  return {
    mode: 'files',
    async send(mail) {
      const { message } = await composer.sendMail(messageOptions(mail, config))
      const hash = createHash('sha256').update(mail.messageId).digest('hex').slice(0, 16)
      const name = `${mail.to.replace(/[^\w.@-]/g, '_')}-${hash}.eml`
      await write(name, message as Buffer)
      return `kept as ${name}`
    },
    verify: async () => {},
    close: () => composer.close(),
  }
}
