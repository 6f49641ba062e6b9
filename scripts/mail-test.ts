/**
 * `npm run mail:test -- address`: sends a test mail with the mail server of the configuration and
 * prints what that said. Needs no database, so the server may run meanwhile.
 */
import { randomUUID } from 'node:crypto'
import { emailSchema } from '#/contracts/accounts.ts'
import { type Config, readConfig } from '#/server/config.ts'
import { paceAt } from '#/server/notifications/deliveries/pace.ts'
import { createFileTransport, mailFolder } from '#/server/notifications/mail/file-transport.ts'
import { explainMailFailure } from '#/server/notifications/mail/mail-failure.ts'
import { createSmtpTransport } from '#/server/notifications/mail/smtp-transport.ts'
import { createRenderer } from '#/server/render/create-renderer.ts'
import { buildIfStale } from './build.ts'

class Refused extends Error {}

async function run(config: Config, typed: string | undefined): Promise<string[]> {
  const address = emailSchema.safeParse(typed)
  if (!address.success) throw new Refused('Usage: npm run mail:test -- you@example.com')
  const { smtp, mail, site, dataDir } = config
  const pace = paceAt(1)
  const transport = smtp
    ? createSmtpTransport(smtp, mail, { pace, connections: 1 })
    : createFileTransport(dataDir, mail)
  const way = smtp ? `${smtp.host}:${smtp.port}` : `${mailFolder(dataDir)} (SMTP_URL is not set)`
  await buildIfStale()
  const renderer = await createRenderer({ site, isDevelopment: false })
  const words = await renderer.renderMail({ kind: 'test' })
  const messageId = `<test-${randomUUID()}@${site.domain}>`
  try {
    const outgoing = { ...words, to: address.data, messageId }
    const answer = await transport.send(outgoing, AbortSignal.timeout(pace.attemptMs))
    return [`Sent from ${mail.from.address} to ${address.data} by ${way}.`, `It said: ${answer}`]
  } catch (error) {
    const { problem, answer } = explainMailFailure(error)
    throw new Refused(`Not sent by ${way}. ${problem}\nIt said: ${answer}`)
  } finally {
    transport.close()
  }
}

try {
  const lines = await run(readConfig(), process.argv[2])
  process.stdout.write(`${lines.join('\n')}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
