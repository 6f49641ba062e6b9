import type { FastifyInstance } from 'fastify'
import { api } from '#/contracts/endpoints/api.ts'
import { newsSettingsSchema, putAwaySchema } from '#/contracts/referrals/news.ts'
import type { Database } from '../../db/database.ts'
import { readSetting, saveSetting } from '../../db/settings.ts'
import { serve } from '../../http/serve.ts'
import { serveSetting } from '../../http/serve-setting.ts'
import { putAway } from './news.ts'

/** Puts news away, and says of what the owner wants mails. Admins only. */
export function addNewsRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  serve(app, api.newsSeen, { body: putAwaySchema }, ({ body }) => putAway(db, body))
  serveSetting(app, api.newsSettings, {
    change: newsSettingsSchema,
    shown: newsSettingsSchema,
    show: async () => ({ muted: await readSetting(db, 'mutedMails') }),
    save: ({ muted }) => saveSetting(db, 'mutedMails', muted),
    inWords: ({ muted }) => (muted.length > 0 ? `none of: ${muted.join(', ')}` : 'all'),
  })
}
