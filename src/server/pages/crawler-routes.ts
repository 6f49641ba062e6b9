import type { FastifyPluginAsync } from 'fastify'
import { builtInMetadata } from '#/content/page-metadata.ts'
import type { Site } from '#/contracts/documents.ts'
import { crawlerPaths, publicPaths } from '#/contracts/routes.ts'
import type { SeoRecord } from '#/contracts/seo.ts'
import { isDatabaseAway } from '../db/failures.ts'
import { shareReads } from '../runtime/share-reads.ts'

/** The sitemap for search engines, with the day of each page's last change, and `robots.txt`. */
export function crawlerRoutes({
  site,
  listRecords,
}: {
  site: Site
  listRecords: () => Promise<SeoRecord[]>
}): FastifyPluginAsync {
  /** A page whose canonical address is elsewhere is not for indexes. */
  const isIndexable = (path: string, record: SeoRecord | undefined) =>
    !record?.canonicalUrl || [path, site.url + path].includes(record.canonicalUrl)

  function lastChange(path: string, record: SeoRecord | undefined): string {
    const changes = [builtInMetadata[path]?.changed ?? '', record?.updatedAt ?? '']
    return changes.sort().at(-1) ?? ''
  }

  let lastKnown: SeoRecord[] = []
  async function readRecords(): Promise<SeoRecord[]> {
    try {
      lastKnown = await listRecords()
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
    }
    return lastKnown
  }

  async function writeSitemap(): Promise<string> {
    const records = new Map((await readRecords()).map((record) => [record.pagePath, record]))
    const entries = publicPaths
      .filter((path) => isIndexable(path, records.get(path)))
      .map((path) => {
        const changed = lastChange(path, records.get(path))
        return `<url><loc>${site.url}${path}</loc><lastmod>${changed}</lastmod></url>\n`
      })
    return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`
  }

  const shareSitemap = shareReads(writeSitemap)

  const robots = `User-agent: *
Allow: /api/pages/
Disallow: /api/

Sitemap: ${site.url}${crawlerPaths.sitemap}
`

  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-cache')
    })
    app.get(crawlerPaths.sitemap, async (_request, reply) =>
      reply.type('application/xml; charset=utf-8').send(await shareSitemap(undefined)),
    )
    app.get(crawlerPaths.robots, async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(robots),
    )
  }
}
