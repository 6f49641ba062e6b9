import { absoluteAddress, type SeoFields } from '#/contracts/seo/seo.ts'

/** A page's metadata: each stored value over the built-in one. An empty value counts as not stored. */
export function mergeMetadata(stored: SeoFields | undefined, builtIn: SeoFields, siteUrl: string) {
  const addressOf = (name: 'canonicalUrl' | 'ogImage') =>
    absoluteAddress(stored?.[name] || builtIn[name], siteUrl)
  return {
    title: stored?.title || builtIn.title,
    description: stored?.description || builtIn.description,
    keywords: stored?.keywords || builtIn.keywords,
    h1Text: stored?.h1Text || builtIn.h1Text,
    canonicalUrl: addressOf('canonicalUrl'),
    ogImage: addressOf('ogImage'),
    /** JSON-LD texts that together are the page's structured data. */
    structuredData: mergeStructuredData(stored, builtIn),
  }
}

function mergeStructuredData(stored: SeoFields | undefined, builtIn: SeoFields): string[] {
  if (!stored?.structuredData) return [builtIn.structuredData]
  return stored.structuredDataMode === 'add'
    ? [builtIn.structuredData, stored.structuredData]
    : [stored.structuredData]
}
