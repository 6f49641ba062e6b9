import type { FastifyPluginAsync } from 'fastify'
import { siteEmail } from '#/content/business.ts'
import { builtInMetadata } from '#/content/pages/page-metadata.ts'
import { dayMs } from '#/contracts/days.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import type { SeoRecord } from '#/contracts/seo/seo.ts'
import { publicPaths } from '#/contracts/site-routes.ts'
import { isDatabaseAway } from '../db/failures.ts'
import { shareReads } from '../runtime/share-reads.ts'

/** How long who read it may rely on the contact (RFC 9116 asks for an end). */
const contactDays = 90

/** Where to write of a gap in the security, as RFC 9116 describes. */
function writeSecurity(site: Site): string {
  return `Contact: mailto:${siteEmail(site)}
Canonical: ${site.url}/.well-known/security.txt
Preferred-Languages: en
Expires: ${new Date(Date.now() + contactDays * dayMs).toISOString()}
`
}

/** True where the owner can read what is sent there: the built-in domain cannot have mail. */
const hasContact = ({ url, domain }: Site) =>
  url.startsWith('https://') && !domain.endsWith('.example')

/**
 * The sitemap for search engines, with the day of each page's last change, `robots.txt` and
 * `security.txt`.
 */
export function crawlerRoutes({
  site,
  listRecords,
}: {
  site: Site
  listRecords: () => Promise<SeoRecord[]>
}): FastifyPluginAsync {
  /** A page whose canonical address is elsewhere is not for indexes. It may be written without its end or in capitals. */
  const isIndexable = (path: string, record: SeoRecord | undefined) =>
    !record?.canonicalUrl ||
    URL.parse(record.canonicalUrl, site.url)?.href === new URL(path, site.url).href

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
Disallow: /api/

Sitemap: ${site.url}/sitemap.xml
`

  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-cache')
    })
    app.get('/sitemap.xml', async (_request, reply) =>
      reply.type('application/xml; charset=utf-8').send(await shareSitemap(undefined)),
    )
    app.get('/robots.txt', async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(robots),
    )
    app.get('/.well-known/security.txt', async (_request, reply) =>
      hasContact(site)
        ? reply.type('text/plain; charset=utf-8').send(writeSecurity(site))
        : reply.callNotFound(),
    )
  }
}
