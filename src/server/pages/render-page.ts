import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { mapsHost } from '#/content/browser-data.ts'
import type { DocumentToRender, RenderedDocument, Site } from '#/contracts/pages/documents.ts'
import type { PageMetadata, SeoRecord } from '#/contracts/seo/seo.ts'
import type { Renderer } from '../render/document-assets.ts'
import type { CachedPage, CompressedPage, PageContents } from './page-cache.ts'

const hashOf = (source: string) =>
  `'sha256-${createHash('sha256').update(source).digest('base64')}'`

/**
 * The policy of one document; only public pages need another site, whose frame covers their drawn map.
 * Inline code is allowed by hash and not by nonce, so that the policy can be cached with the bytes that
 * it belongs to.
 */
export function contentSecurityPolicy(
  kind: DocumentToRender['kind'],
  document: RenderedDocument,
  site: Site,
): string {
  // Pages that are opened by a secret in their address run no script, and ask no server for anything.
  const isStatic = kind !== 'page' && kind !== 'estimate-result' && kind !== 'admin'
  const maps = kind === 'page' ? [`https://${mapsHost}`] : []
  const api = site.apiBaseUrl ? ` ${site.apiBaseUrl}` : ''
  const directives = [
    "default-src 'none'",
    isStatic
      ? "script-src 'none'"
      : ["script-src 'self'", ...document.inlineScripts.map(hashOf)].join(' '),
    ["style-src 'self'", ...document.inlineStyles.map(hashOf)].join(' '),
    "img-src 'self'",
    "font-src 'self'",
    isStatic ? "connect-src 'none'" : ["connect-src 'self'", ...maps].join(' ') + api,
    ...maps.map((origin) => `frame-src ${origin}`),
    "manifest-src 'self'",
    `form-action 'self'${api}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  if (site.url.startsWith('https://')) directives.push('upgrade-insecure-requests')
  return directives.join('; ')
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const brotli = (bytes: Buffer, quality: number): Promise<Buffer> =>
  compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/** For what one person gets once: a twentieth of the time of the best, for a tenth more bytes. */
const quickQuality = 5

/** Compresses what one person gets once. */
export async function compressQuickly(bytes: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  return encoding === 'br' ? brotli(bytes, quickQuality) : compressGzip(bytes)
}

/** Compresses a page for the cache, and makes its tag. */
async function compressPage(html: string): Promise<CompressedPage> {
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 22)
  // A page that a browser shows again as it was asks by this tag whether it has changed since.
  const identity = Buffer.from(html.replace('<html lang="en"', `$& data-tag="${hash}"`))
  const [br, gz] = await Promise.all([
    brotli(identity, constants.BROTLI_MAX_QUALITY),
    compressGzip(identity),
  ])
  return { etag: `W/"${hash}"`, bodies: { br, gzip: gz, identity } }
}

/** What the pages ask of the feature that stores their metadata. */
export type PageSeo = {
  /** The SEO record of a page; undefined where nothing is stored, or the path has no page. */
  readRecord: (path: string) => Promise<SeoRecord | undefined>
  /** The metadata of whatever a path shows: stored values over built-in ones. May refuse stored ones. */
  metadataOf: (path: string, record: SeoRecord | undefined) => PageMetadata
  /** The metadata of the page after a form that was sent without JavaScript. */
  estimateResultMetadata: () => PageMetadata
  applyImageAlts: (html: string, alts: PageMetadata['imageAlts']) => Promise<string>
}

/** A document as it is sent. */
export type PageDocument = { status: number; html: string; contentSecurityPolicy: string }

/**
 * Renders documents: the HTML by React, the owner's image texts, and the policy for both.
 * `onUnusableRecord` is called with the path of a page that cannot be rendered with its record, and
 * so has its built-in values, and with the error.
 */
export function createPageRenderer(
  site: Site,
  renderer: Renderer,
  seo: PageSeo,
  onUnusableRecord: (path: string, error: unknown) => void,
) {
  async function renderDocument(wanted: DocumentToRender): Promise<PageDocument> {
    const rendered = await renderer.render(wanted)
    const alts = wanted.kind === 'page' ? wanted.metadata.imageAlts : []
    return {
      status: rendered.status,
      html: await seo.applyImageAlts(rendered.html, alts),
      contentSecurityPolicy: contentSecurityPolicy(wanted.kind, rendered, site),
    }
  }

  async function renderWith(path: string, stored: PageContents): Promise<CachedPage> {
    const { record, reviews, answerSpeed, answerBy } = stored
    const metadata = {
      ...seo.metadataOf(path, record),
      answerBy,
      ...(reviews.length > 0 && { reviews: [...reviews] }),
      ...(answerSpeed && { answerSpeed }),
    }
    const { html, ...head } = await renderDocument({ kind: 'page', path, metadata })
    return { ...head, ...(await compressPage(html)), metadata }
  }

  async function renderPage(path: string, stored: PageContents): Promise<CachedPage> {
    try {
      return await renderWith(path, stored)
    } catch (error) {
      if (!stored.record) throw error
      onUnusableRecord(path, error)
      return renderWith(path, { ...stored, record: undefined })
    }
  }

  return { renderDocument, renderPage }
}
