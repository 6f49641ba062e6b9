import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { api } from '#/contracts/endpoints/api.ts'
import { newsListSchema, newsSettingsSchema, putAwaySchema } from '#/contracts/referrals/news.ts'
import type { Database } from '../../db/database.ts'
import { readSetting, saveSetting } from '../../db/settings.ts'
import { dataOf } from '../../http/answer-schemas.ts'
import { serveSetting } from '../../http/serve-setting.ts'
import { listNews, putAway } from './news.ts'

const list = dataOf(newsListSchema)

/** What happened, as lines of the inbox, and of what the owner wants mails. Admins only. */
export function newsRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(api.news.path, { schema: { response: list } }, async () => ({
      data: await listNews(db),
    }))

    app.post(
      api.newsSeen.path,
      { schema: { body: putAwaySchema, response: list } },
      async ({ body }) => {
        await putAway(db, body)
        return { data: await listNews(db) }
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
