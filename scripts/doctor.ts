/**
 * `npm run doctor`: says what is wrong with this installation and what to do. Ends with 1 if requests
 * can be lost or no owner hears of them. `npm run doctor -- mail ADDRESS` sends a test mail.
 */
import { emailSchema } from '#/contracts/accounts/accounts.ts'
import { type Config, readConfig } from '#/server/config/config.ts'
import { checkDatabase } from '#/server/doctor/check-database.ts'
import { runDoctor } from '#/server/doctor/run-doctor.ts'
import { createLogger } from '#/server/health/logging.ts'
import { paceAt } from '#/server/notifications/deliveries/pace.ts'
import { createFileTransport, mailFolder } from '#/server/notifications/mail/file-transport.ts'
import type { WayOut } from '#/server/notifications/mail/mail-setup.ts'
import { sendNotice } from '#/server/notifications/mail/send-notice.ts'
import { createSmtpTransport } from '#/server/notifications/mail/smtp-transport.ts'
import { createRenderer } from '#/server/render/renderer.ts'
import { buildIfStale } from './build.ts'
import { runCommand } from './run-command.ts'

/** How mails leave, as the database has it; as the settings of the machine say where it is away. */
async function readStoredWayOut(config: Config): Promise<WayOut> {
  let wayOut: WayOut = config
  await checkDatabase(config, createLogger('error'), (stored) => {
    wayOut = stored.wayOut ?? wayOut
  }).catch(() => {})
  return wayOut
}

/**
 * Sends a test mail by the mail server. Returns what it said, in lines; throws with words for the
 * terminal where the mail was not sent. The server may be running, or its database be away.
 */
async function sendTestMail(config: Config, typed: string | undefined): Promise<string[]> {
  const address = emailSchema.safeParse(typed)
  if (!address.success) throw new Error('Usage: npm run doctor -- mail you@example.com')
  const { site, dataDir } = config
  const { smtp, mail } = await readStoredWayOut(config)
  const pace = paceAt(1)
  const transport = smtp
    ? createSmtpTransport(smtp, mail, { pace, connections: 1 })
    : createFileTransport(dataDir, mail)
  const way = smtp
    ? `${smtp.host}:${smtp.port}`
    : `${mailFolder(dataDir)} (there is no mail server)`
  await buildIfStale()
  const renderer = await createRenderer({ site, isDevelopment: false })
  const { renderMail } = renderer
  const deps = { transport, renderMail, domain: site.domain, attemptMs: pace.attemptMs }
  const { outcome, problem, answer } = await sendNotice(deps, address.data, { kind: 'test' })
  transport.close()
  if (outcome === 'failed') throw new Error(`Not sent by ${way}. ${problem}\nIt said: ${answer}`)
  return [`Sent from ${mail.from.address} to ${address.data} by ${way}.`, `It said: ${answer}`]
}

async function run([what, ...words]: string[]): Promise<{ lines: string[]; isWell: boolean }> {
  if (what === undefined) return runDoctor(readConfig(), createLogger('error'))
  if (what !== 'mail') throw new Error('Usage: npm run doctor [-- mail you@example.com]')
  return { lines: await sendTestMail(readConfig(), words[0]), isWell: true }
}

await runCommand(run)
