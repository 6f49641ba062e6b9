import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { api } from '#/contracts/endpoints/api.ts'
import { mailSetupChangeSchema, mailSetupSchema } from '#/contracts/notifications/mail-setup.ts'
import type { Config } from '#/server/config/config.ts'
import type { Database } from '#/server/db/database.ts'
import { isThisMachine } from '#/server/http/client-address.ts'
import { AppError } from '#/server/http/errors.ts'
import { serveSetting } from '#/server/http/serve-setting.ts'
import { saveMailSetup, showMailSetup } from './mail-setup.ts'

const change = mailSetupChangeSchema.refine(
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
    serveSetting(app, api.mailSetup, {
      change,
      shown: mailSetupSchema,
      show: () => showMailSetup(db, config),
      async save(typed) {
        if (config.smtp) {
          throw new AppError('conflict', 'The mail server is set by the machine, which wins.')
        }
        await saveMailSetup(db, typed)
      },
      inWords: ({ host, port }) => `${host}:${port}`,
    })
  }
}
