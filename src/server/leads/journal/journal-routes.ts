import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { journalCountSchema } from '#/contracts/inbox.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Journal } from './journal.ts'

/** What the inbox says of the journal. Admins only. */
export function journalRoutes(journal: Journal): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      apiPaths.leadJournal,
      {
        schema: { response: { 200: z.object({ data: journalCountSchema }) } },
      },
      async () => ({ data: await journal.count() }),
    )
  }
}
