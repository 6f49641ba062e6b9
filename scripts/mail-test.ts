/**
 * `npm run mail:test -- ADDRESS`: sends a test mail by the configured mail server and prints its
 * answer. Needs no database, so the server may be running.
 */
import { emailSchema } from '#/contracts/accounts/accounts.ts'
import { type Config, readConfig } from '#/server/config/config.ts'
import { paceAt } from '#/server/notifications/deliveries/pace.ts'
import { createFileTransport, mailFolder } from '#/server/notifications/mail/file-transport.ts'
import { sendNotice } from '#/server/notifications/mail/send-notice.ts'
import { createSmtpTransport } from '#/server/notifications/mail/smtp-transport.ts'
import { createRenderer } from '#/server/render/renderer.ts'
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
  const { renderMail } = renderer
  const deps = { transport, renderMail, domain: site.domain, attemptMs: pace.attemptMs }
  const { outcome, problem, answer } = await sendNotice(deps, address.data, { kind: 'test' })
  transport.close()
  if (outcome === 'failed') throw new Refused(`Not sent by ${way}. ${problem}\nIt said: ${answer}`)
  return [`Sent from ${mail.from.address} to ${address.data} by ${way}.`, `It said: ${answer}`]
}

try {
  const lines = await run(readConfig(), process.argv[2])
  process.stdout.write(`${lines.join('\n')}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
