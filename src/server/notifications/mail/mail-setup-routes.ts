import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { mailSetupChangeSchema, mailSetupSchema } from '#/contracts/notifications/mail-setup.ts'
import {
  mailSigningCheckSchema,
  mailSigningSchema,
} from '#/contracts/notifications/mail-signing.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Config } from '#/server/config/config.ts'
import type { Database } from '#/server/db/database.ts'
import { dataOf } from '#/server/http/answer-schemas.ts'
import { isThisMachine } from '#/server/http/client-address.ts'
import { AppError } from '#/server/http/errors.ts'
import { createRateLimiter } from '#/server/http/rate-limits.ts'
import { signedInUser } from '#/server/http/sessions.ts'
import { readWayOut, saveMailSetup, showMailSetup } from './mail-setup.ts'
import {
  checkMailSigning,
  createReadTexts,
  domainOf,
  makeMailKey,
  saveKeys,
  showMailSigning,
} from './mail-signing.ts'

const response = dataOf(mailSetupSchema)

const body = mailSetupChangeSchema.refine(
  ({ security, host }) => security !== 'none' || isThisMachine(host),
  {
    path: ['security'],
    message: 'Without encryption only a mail server on this very machine can be used.',
  },
)

type MailSetupDeps = { db: Database; config: Pick<Config, 'smtp' | 'mail'> }

/** The mail server, as the owner names it. Admins only. */
export function mailSetupRoutes({ db, config }: MailSetupDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(apiPaths.mailSetup, { schema: { response } }, async () => ({
      data: await showMailSetup(db, config),
    }))

    app.put(apiPaths.mailSetup, { schema: { body, response } }, async (request) => {
      request.audit({ subject: `${request.body.host}:${request.body.port}` })
      if (config.smtp) {
        throw new AppError('conflict', 'The mail server is set by the machine, which wins.')
      }
      await saveMailSetup(db, request.body)
      return { data: await showMailSetup(db, config) }
    })
  }
}

const signingAnswer = dataOf(mailSigningSchema)

/** Each asks the DNS, which may take seconds. */
const checkLimits = [
  { name: 'mail-signing-minute', points: 10, seconds: 60 },
  { name: 'mail-signing-hour', points: 60, seconds: 3_600 },
]

/** The key that signs mails, and whether its record is in the DNS. Admins only. */
export function mailSigningRoutes({ db, config }: MailSetupDeps): FastifyPluginAsyncZod {
  const readTexts = createReadTexts()
  const limiter = createRateLimiter(db, checkLimits, 'You have looked often. Please wait a moment.')
  /** The sender as the owner has named it, with a key only where the machine names one. */
  async function readSender() {
    const { mail } = await readWayOut(db, config)
    return { ...mail, dkim: config.mail.dkim }
  }
  async function readOwnSender() {
    if (config.mail.dkim) {
      throw new AppError('conflict', 'The key is set by the machine, which wins.')
    }
    return readSender()
  }
  const show = async () => ({ data: await showMailSigning(db, await readSender()) })
  return async (app) => {
    app.get(apiPaths.mailSigning, { schema: { response: signingAnswer } }, show)

    app.post(apiPaths.mailSigning, { schema: { response: signingAnswer } }, async (request) => {
      const mail = await readOwnSender()
      request.audit({ subject: domainOf(mail.from.address) })
      await makeMailKey(db, mail)
      return show()
    })

    app.delete(apiPaths.mailSigning, { schema: { response: signingAnswer } }, async () => {
      await readOwnSender()
      await saveKeys(db, () => [])
      return show()
    })

    app.post(
      apiPaths.mailSigningCheck,
      { schema: { response: dataOf(mailSigningCheckSchema) } },
      async (request) => {
        await limiter.consumeStrictly(signedInUser(request).id)
        const data = await checkMailSigning(db, await readSender(), readTexts)
        if (!data) throw new AppError('conflict', 'There is no key yet.')
        request.audit({ subject: `${data.keys.at(-1)?.recordName}: ${data.outcome}` })
        return { data }
      },
    )
  }
}
