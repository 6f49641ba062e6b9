import { fillWords } from '#/content/business.ts'
import { builtInMetadata, unlistedMetadata } from '#/content/pages/page-metadata.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { previewPath } from '#/contracts/routes.ts'
import { readSelector } from '#/contracts/seo/selectors.ts'
import {
  absoluteAddress,
  type ImageAlt,
  type PageMetadata,
  parseImageAlts,
  type SeoFields,
  type SeoPage,
  type SeoRecord,
} from '#/contracts/seo/seo.ts'
import { isUnknownServicePath, publicPaths } from '#/contracts/site-routes.ts'
import type { Database } from '../db/database.ts'
import { readJson } from './json-ld.ts'
import { listRecords, readRecord } from './seo-records.ts'
import { builtInStructuredData } from './structured-data.ts'

/** More entries than a page has images. */
const mostImageAlts = 500

/** The stored image texts that can be applied; none where the stored text cannot be read. */
export function readImageAlts(text: string): ImageAlt[] {
  return (parseImageAlts(text) ?? []).slice(0, mostImageAlts).flatMap(({ selector, alt }) => {
    const written = readSelector(selector)
    return written === undefined ? [] : [{ selector: written, alt }]
  })
}

/**
 * The attributes that give an element its text: `alt` for an image, the accessible name for an
 * inline drawing. Empty for elements that have no such text.
 */
function altAttributes(tag: string, alt: string): Record<string, string> {
  if (tag === 'img') return { alt }
  if (tag !== 'svg') return {}
  if (alt === '') return { 'aria-hidden': 'true' }
  return { role: 'img', 'aria-label': alt, 'aria-hidden': 'false' }
}

/**
 * Writes the texts of images into a document, by selectors that `readSelector` wrote. Where several find
 * one element, the last wins.
 */
export async function applyImageAlts(html: string, alts: ImageAlt[]): Promise<string> {
  if (alts.length === 0) return html
  // Take longer to load than any other module, and most sites will never need them.
  const [{ parse, serialize }, { adapter }, { selectAll }] = await Promise.all([
    import('parse5'),
    import('parse5-htmlparser2-tree-adapter'),
    import('css-select'),
  ])
  const document = parse(html, { treeAdapter: adapter })
  for (const { selector, alt } of alts) {
    for (const element of selectAll(selector, document.children)) {
      if (adapter.isElementNode(element))
        Object.assign(element.attribs, altAttributes(element.name, alt))
    }
  }
  return serialize(document, { treeAdapter: adapter })
}

/** The built-in values of a public page, in the form of stored ones. Throws for any other path. */
export function builtInFields(path: string, site: Site): SeoFields {
  const builtIn = builtInMetadata[path]
  if (!builtIn) throw new Error(`${path} has no built-in metadata`)
  const fill = (text: string) => fillWords(text, site)
  return {
    title: fill(builtIn.title),
    description: fill(builtIn.description),
    keywords: fill(builtIn.keywords),
    ogImage: site.url + previewPath(path),
    canonicalUrl: site.url + path,
    structuredData: JSON.stringify(builtInStructuredData(path, site), null, 2),
    structuredDataMode: 'replace',
    h1Text: fill(builtIn.heading),
    imageAltTexts: '',
  }
}

/** The JSON-LD texts that together are the page's structured data. */
function mergeStructuredData(stored: SeoFields | undefined, builtIn: SeoFields): string[] {
  if (!stored?.structuredData) return [builtIn.structuredData]
  return stored.structuredDataMode === 'add'
    ? [builtIn.structuredData, stored.structuredData]
    : [stored.structuredData]
}

/** A page's metadata: each stored value over the built-in one. An empty value counts as not stored. */
function publicMetadata(path: string, site: Site, record: SeoRecord | undefined): PageMetadata {
  const builtIn = builtInFields(path, site)
  const shown = (name: keyof SeoFields) => record?.[name] || builtIn[name]
  const values = mergeStructuredData(record, builtIn).map(readJson)
  return {
    title: shown('title'),
    description: shown('description'),
    keywords: shown('keywords'),
    canonicalUrl: absoluteAddress(shown('canonicalUrl'), site.url),
    ogImage: absoluteAddress(shown('ogImage'), site.url),
    structuredData: JSON.stringify(values.length === 1 ? values[0] : values.flat()),
    // A page knows its built-in heading itself.
    ...(record?.h1Text && { h1Text: record.h1Text }),
    imageAlts: readImageAlts(record?.imageAltTexts ?? ''),
  }
}

function unlistedPageMetadata(name: keyof typeof unlistedMetadata, site: Site): PageMetadata {
  const { title, description } = unlistedMetadata[name]
  return {
    title: fillWords(title, site),
    description: fillWords(description, site),
    keywords: '',
    imageAlts: [],
  }
}

/** Every public page with its title, for the list from which its editor is opened. */
export async function listPages(db: Database, site: Site): Promise<SeoPage[]> {
  const records = new Map((await listRecords(db)).map((record) => [record.pagePath, record]))
  return publicPaths.map((path) => {
    const record = records.get(path)
    const title = record?.title ?? builtInFields(path, site).title
    return { path, title, updatedAt: record?.updatedAt ?? null }
  })
}

/** What the rendering of pages asks of this feature; described by `PageSeo` there. */
export function createPageSeo(db: Database, site: Site) {
  const isListed = (path: string) => publicPaths.includes(path)
  return {
    readRecord: async (path: string) => (isListed(path) ? await readRecord(db, path) : undefined),

    metadataOf(path: string, record: SeoRecord | undefined): PageMetadata {
      if (isListed(path)) return publicMetadata(path, site, record)
      const name = isUnknownServicePath(path) ? 'serviceNotFound' : 'notFound'
      return unlistedPageMetadata(name, site)
    },

    estimateResultMetadata: () => unlistedPageMetadata('estimateResult', site),
    applyImageAlts,
  }
}
