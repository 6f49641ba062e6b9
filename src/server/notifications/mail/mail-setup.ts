import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import { mailSecurities } from '#/contracts/limits.ts'
import type { MailSetup } from '#/contracts/settings/setting-types.ts'
import type { Config } from '#/server/config/config.ts'
import type { MailConfig, SmtpServer } from '#/server/config/mail-config.ts'
import type { Database } from '#/server/db/database.ts'
import { decrypt, encrypt } from '#/server/db/secrets.ts'
import { changeSetting, readSetting } from '#/server/db/settings.ts'
import { isThisMachine } from '#/server/http/client-address.ts'
import { AppError, fieldError } from '#/server/http/errors.ts'
import { serveSetting } from '#/server/http/serve-setting.ts'
import { sentText } from '../../texts/texts.ts'
import { emailSchema } from '../../texts/values.ts'

const line = (limit: number) =>
  sentText('Please write this on one line.')
    .trim()
    .max(limit, `Please use at most ${limit} characters.`)
    .regex(/^[^\p{Cc}]*$/u, 'Please write this on one line.')

/** What the owner types of a mail server. An empty password keeps the one that is stored. */
const mailSetupChangeSchema = z
  .object({
    host: line(253)
      .toLowerCase()
      .regex(
        /^(\[[\da-f:.]+\]|[a-z\d]([a-z\d.-]*[a-z\d])?)$/,
        'Please enter the name of the server, such as smtp.example.com.',
      ),
    port: z.coerce
      .number<string>('Please enter a number, such as 587.')
      .int('Please enter a whole number.')
      .min(1, 'Please enter a number from 1 to 65535.')
      .max(65_535, 'Please enter a number from 1 to 65535.'),
    security: z.enum(mailSecurities, 'Please choose one.'),
    user: line(320),
    password: line(1_000),
    fromName: line(100).min(1, 'Please enter a sender’s name.'),
    fromAddress: emailSchema,
  })
  .refine(({ security, host }) => security !== 'none' || isThisMachine(host), {
    path: ['security'],
    message: 'Without encryption, the mail server must run on this server.',
  })

type MailSetupChange = z.output<typeof mailSetupChangeSchema>

/** How mails leave: through a server, or without one as files; and from whom. */
export type WayOut = { smtp: SmtpServer | undefined; mail: MailConfig }

type Machine = Pick<Config, 'smtp' | 'mail'>

/**
 * How mails are to leave: as the settings of the machine say, else as the owner has said in the office,
 * else as files. Throws while the database is away.
 */
export async function readWayOut(db: Database, { smtp, mail }: Machine): Promise<WayOut> {
  const stored = smtp ? null : await readSetting(db, 'mailServer')
  if (!stored) return { smtp, mail }
  const { host, port, security, user, password } = stored
  const isOnThisMachine = isThisMachine(host)
  const server = {
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port,
    isSecure: security === 'tls',
    requireTls: security === 'starttls' || (security === 'none' && !isOnThisMachine),
    isOnThisMachine,
    user: user ?? undefined,
    password: password === null ? undefined : await decrypt(db, password),
  }
  return {
    smtp: server,
    mail: { ...mail, from: { name: stored.fromName, address: stored.fromAddress } },
  }
}

async function showMailSetup(db: Database, { smtp, mail }: Machine): Promise<MailSetup> {
  const stored = smtp ? null : await readSetting(db, 'mailServer')
  if (stored) {
    const { user, password, ...shown } = stored
    return { ...shown, setBy: 'office', user: user ?? '', hasPassword: password !== null }
  }
  return {
    setBy: smtp ? 'machine' : 'nobody',
    host: smtp?.host ?? '',
    port: smtp?.port ?? 587,
    security: !smtp || smtp.requireTls ? 'starttls' : smtp.isSecure ? 'tls' : 'none',
    user: smtp?.user ?? '',
    hasPassword: smtp?.password !== undefined,
    fromName: mail.from.name,
    fromAddress: mail.from.address,
  }
}

/**
 * Stores what the owner has typed, and has each process use it. The password that is stored goes to no
 * other server than the one for which it was entered.
 */
async function saveMailSetup(
  db: Database,
  { password: typed, user, ...change }: MailSetupChange,
): Promise<void> {
  const encrypted = typed === '' ? undefined : await encrypt(db, typed)
  await changeSetting(db, 'mailServer', (before) => {
    const isElsewhere = before?.host !== change.host || before.port !== change.port
    if (typed === '' && user !== '' && before?.password && isElsewhere) {
      throw fieldError(
        'password',
        'Please enter the password again, because it now goes to another server.',
      )
    }
    // A password belongs to its user: without one there is none.
    const password = user === '' ? null : (encrypted ?? before?.password ?? null)
    return { ...change, user: user || null, password }
  })
}

/** The mail server, as the owner names it. Admins only. */
export function addMailSetupRoutes(
  app: FastifyInstance,
  { db, config }: { db: Database; config: Machine },
): void {
  serveSetting(app, api.mailSetup, {
    change: mailSetupChangeSchema,
    show: () => showMailSetup(db, config),
    async save(typed) {
      if (config.smtp) {
        throw new AppError(
          'conflict',
          'This is set on the server. Ask your administrator to change it.',
        )
      }
      await saveMailSetup(db, typed)
    },
    inWords: ({ host, port }) => `${host}:${port}`,
  })
}
