import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { mailSetupChangeSchema, mailSetupSchema } from '#/contracts/notifications/mail-setup.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Config } from '#/server/config/config.ts'
import type { Database } from '#/server/db/database.ts'
import { dataOf } from '#/server/http/answer-schemas.ts'
import { isThisMachine } from '#/server/http/client-address.ts'
import { AppError } from '#/server/http/errors.ts'
import { saveMailSetup, showMailSetup } from './mail-setup.ts'

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
