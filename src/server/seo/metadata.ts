import { fillWords } from '#/content/business.ts'
import { type BuiltInMetadata, builtInMetadata, unlistedMetadata } from '#/content/page-metadata.ts'
import type { Site } from '#/contracts/documents.ts'
import { previewPath } from '#/contracts/routes.ts'
import type { PageMetadata, SeoFields, SeoRecord } from '#/contracts/seo.ts'
import { readImageAlts } from './seo-checks.ts'
import { builtInStructuredData, type StructuredData } from './structured-data.ts'

/** The built-in values of a public page, in the form of stored ones. */
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

const minify = (json: unknown) => JSON.stringify(json)

function mergeStructuredData(builtIn: StructuredData, record: SeoRecord | undefined): string {
  if (!record?.structuredData) return minify(builtIn)
  const stored: unknown = JSON.parse(record.structuredData)
  return minify(record.structuredDataMode === 'add' ? [builtIn, stored].flat() : stored)
}

/** What a page says: each stored value over the built-in one. */
export function mergeMetadata(
  path: string,
  site: Site,
  record: SeoRecord | undefined,
): PageMetadata {
  const builtIn = builtInFields(path, site)
  const absolute = (address: string) => (address.startsWith('/') ? site.url + address : address)
  return {
    title: record?.title || builtIn.title,
    description: record?.description || builtIn.description,
    keywords: record?.keywords || builtIn.keywords,
    canonicalUrl: absolute(record?.canonicalUrl || builtIn.canonicalUrl),
    ogImage: absolute(record?.ogImage || builtIn.ogImage),
    structuredData: mergeStructuredData(builtInStructuredData(path, site), record),
    ...(record?.h1Text && { h1Text: record.h1Text }),
    imageAlts: readImageAlts(record?.imageAltTexts ?? ''),
  }
}

const toUnlisted = ({ title, description }: BuiltInMetadata, site: Site): PageMetadata => ({
  title: fillWords(title, site),
  description: fillWords(description, site),
  keywords: '',
  imageAlts: [],
})

/** What the pages say that have no address of their own. */
export function unlistedPages(site: Site) {
  return {
    notFound: toUnlisted(unlistedMetadata.notFound, site),
    serviceNotFound: toUnlisted(unlistedMetadata.serviceNotFound, site),
    estimateResult: toUnlisted(unlistedMetadata.estimateResult, site),
  }
}
