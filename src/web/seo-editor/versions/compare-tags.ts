import { findJsonExcess } from '#/contracts/seo/json-ld.ts'
import { mergeMetadata } from '#/contracts/seo/merge-metadata.ts'
import type { SeoFields } from '#/contracts/seo/seo.ts'

/** A tag as it is served and as it would be. Undefined where there is none. */
export type TagChange = { name: string; now: string | undefined; after: string | undefined }

function parse(text: string): unknown {
  try {
    return findJsonExcess(text) ? text : JSON.parse(text)
  } catch {
    return text
  }
}

/** JSON texts in one form, so that those with the same values are equal. */
function tidyJson(texts: readonly string[]): string {
  const things = texts.filter((text) => text.trim() !== '').flatMap(parse)
  return JSON.stringify(things.length === 1 ? things[0] : things, null, 2)
}

type TagsOf = { stored: SeoFields | undefined; defaults: SeoFields; siteUrl: string }

/** The tags that the server writes for stored fields; without these, for the built-in ones. */
function tagsOf({ stored, defaults, siteUrl }: TagsOf): Record<string, string> {
  const merged = mergeMetadata(stored, defaults, siteUrl)
  const { title, description, canonicalUrl, ogImage } = merged
  return {
    title,
    description,
    keywords: merged.keywords,
    canonical: canonicalUrl,
    h1: merged.h1Text,
    'og:title': title,
    'og:description': description,
    'og:url': canonicalUrl,
    'og:image': ogImage,
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': ogImage,
    'JSON-LD': tidyJson(merged.structuredData),
  }
}

/** The tags that the fields decide, as the server writes them for what is stored and for what is saved. */
export function compareTags(page: TagsOf, saved: SeoFields): TagChange[] {
  const after = tagsOf({ ...page, stored: saved })
  // An empty text has no tag.
  return Object.entries(tagsOf(page)).map(([name, now]) => ({
    name,
    now: now || undefined,
    after: after[name] || undefined,
  }))
}
