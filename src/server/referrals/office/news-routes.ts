import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import { newsSettingsSchema, putAwaySchema } from '#/contracts/referrals/news.ts'
import type { Database } from '../../db/database.ts'
import { readSetting, saveSetting } from '../../db/settings.ts'
import { serveSetting } from '../../http/serve-setting.ts'
import { putAway } from './news.ts'

/** Puts news away, and says of what the owner wants mails. Admins only. */
export function newsRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      api.newsSeen.path,
      { schema: { body: putAwaySchema, response: { 204: z.null() } } },
      async ({ body }, reply) => {
        await putAway(db, body)
        return reply.code(204).send(null)
      },
    )

    serveSetting(app, api.newsSettings, {
      change: newsSettingsSchema,
      shown: newsSettingsSchema,
      show: async () => ({ muted: await readSetting(db, 'mutedMails') }),
      save: ({ muted }) => saveSetting(db, 'mutedMails', muted),
      inWords: ({ muted }) => (muted.length > 0 ? `none of: ${muted.join(', ')}` : 'all'),
    })
  }
}
