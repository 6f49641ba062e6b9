import type { FastifyInstance } from 'fastify'
import { api } from '#/contracts/endpoints/api.ts'
import type { Config } from '#/server/config/config.ts'
import type { Database } from '#/server/db/database.ts'
import { AppError } from '#/server/http/errors.ts'
import { serveSetting } from '#/server/http/serve-setting.ts'
import { mailSetupChangeSchema, saveMailSetup, showMailSetup } from './mail-setup.ts'

type MailSetupDeps = { db: Database; config: Pick<Config, 'smtp' | 'mail'> }

/** The mail server, as the owner names it. Admins only. */
export function addMailSetupRoutes(app: FastifyInstance, { db, config }: MailSetupDeps): void {
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
