import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import type { Database } from '../db/database.ts'
import { AppError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { type Guards, signedInAs } from '../http/sessions.ts'
import { shareReads } from '../runtime/share-reads.ts'
import { checkJsonLd } from './json-ld.ts'
import { builtInFields, listPages } from './metadata.ts'
import { deleteRecord, listRevisions, readRecord, readVersion, saveRecord } from './seo-records.ts'
import { seoQuerySchema, seoSaveSchema, seoVersionSchema } from './seo-schemas.ts'

/** Every field at its limit, each character of it escaped. */
const saveBodyLimit = 1024 * 1024

const seoDeletionSchema = seoQuerySchema.and(z.object({ version: seoVersionSchema.optional() }))

const pathOf = (query: z.output<typeof seoQuerySchema>) => query.path ?? query.pagePath ?? ''

type SeoRouteDeps = {
  db: Database
  guards: Guards
  site: Site
  invalidatePage: (path: string) => void
}

/**
 * Pages' metadata. Anyone may read it, because it is on the pages; only editors and admins may
 * change it and see who did.
 */
export function seoRoutes(deps: SeoRouteDeps): FastifyPluginAsync {
  const { db, guards, site, invalidatePage } = deps
  // Anybody may ask for these as often as they like.
  const shareRecord = shareReads((path: string) => readRecord(db, path))
  const shareEditor = shareReads(async (path: string) => {
    const record = await readRecord(db, path)
    const version = record?.version ?? (await readVersion(db, path))
    return { version, defaults: builtInFields(path, site) }
  })

  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })

    serve(app, api.seo, { query: seoQuerySchema }, async ({ query }) => {
      const record = await shareRecord(pathOf(query))
      if (!record) throw new AppError('not_found', 'There’s no custom SEO data for this page.')
      return record
    })

    serve(
      app,
      api.seoEditor,
      { onRequest: guards.identify, query: seoQuerySchema },
      async ({ query, user }) => ({ ...(await shareEditor(pathOf(query))), user }),
    )

    serve(app, api.seoPages, {}, () => listPages(db, site))

    serve(app, api.seoRevisions, { query: seoQuerySchema }, ({ query }) =>
      listRevisions(db, pathOf(query)),
    )

    serve(app, api.saveSeo, { bodyLimit: saveBodyLimit, body: seoSaveSchema }, async (request) => {
      const { pagePath, version, ...fields } = request.body
      request.audit({ subject: pagePath })
      checkJsonLd(fields.structuredData)
      const change = { pagePath, version, changedBy: signedInAs(request) }
      const record = await saveRecord(db, change, fields)
      invalidatePage(pagePath)
      return record
    })

    serve(app, api.removeSeo, { query: seoDeletionSchema }, async (request) => {
      const { version } = request.query
      const pagePath = pathOf(request.query)
      request.audit({ subject: pagePath })
      await deleteRecord(db, { pagePath, version, changedBy: signedInAs(request) })
      invalidatePage(pagePath)
    })
  }
}
