import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { newsListSchema, newsSettingsSchema, putAwaySchema } from '#/contracts/referrals/news.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Database } from '../../db/database.ts'
import { dataOf } from '../../http/answer-schemas.ts'
import { listNews, putAway, readMuted, saveMuted } from './news.ts'

const list = dataOf(newsListSchema)
const settings = dataOf(newsSettingsSchema)

/** What happened, as lines of the inbox, and of which kinds the owner wants mails. Admins only. */
export function newsRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(apiPaths.news, { schema: { response: list } }, async () => ({
      data: await listNews(db),
    }))

    app.post(
      apiPaths.newsSeen,
      { schema: { body: putAwaySchema, response: list } },
      async ({ body }) => {
        await putAway(db, body)
        return { data: await listNews(db) }
      },
    )

    app.get(apiPaths.newsSettings, { schema: { response: settings } }, async () => ({
      data: { muted: await readMuted(db) },
    }))

    app.put(
      apiPaths.newsSettings,
      { schema: { body: newsSettingsSchema, response: settings } },
      async (request) => {
        const { muted } = request.body
        request.audit({ subject: muted.length > 0 ? `none of: ${muted.join(', ')}` : 'all kinds' })
        await saveMuted(db, muted)
        return { data: { muted: await readMuted(db) } }
      },
    )
  }
}
