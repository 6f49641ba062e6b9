import { mergeMetadata } from '#/contracts/merge-metadata.ts'
import type { SeoFields } from '#/contracts/seo.ts'

/** A tag that describes its page, such as `<title>` or `og:image`. */
export type ServedTag = { name: string; value: string }

/** A tag as it is and as it would be. Undefined where there is none. */
export type TagChange = { name: string; now: string | undefined; after: string | undefined }

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** JSON texts in one form, so that those with the same values are equal. */
function tidyJson(texts: readonly string[]): string {
  const things = texts.filter((text) => text.trim() !== '').flatMap(parse)
  return JSON.stringify(things.length === 1 ? things[0] : things, null, 2)
}

/**
 * The tags of a document now and after a save. `now` are those of the live one, so that tags which no
 * field changes show too; `saved` and `defaults` are the fields as they would be stored.
 */
export function compareTags(
  now: readonly ServedTag[],
  saved: SeoFields,
  defaults: SeoFields,
  siteUrl: string,
): TagChange[] {
  const { title, description, keywords, h1Text, canonicalUrl, ogImage, structuredData } =
    mergeMetadata(saved, defaults, siteUrl)
  const after: Record<string, string> = {
    title,
    description,
    keywords,
    canonical: canonicalUrl,
    h1: h1Text,
    'og:title': title,
    'og:description': description,
    'og:url': canonicalUrl,
    'og:image': ogImage,
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': ogImage,
    'JSON-LD': tidyJson(structuredData),
  }
  // A service without its own tags reads the og: ones, so a page may have none of these.
  const isOptional = (name: string) => name.startsWith('twitter:')
  const served = new Map(now.map(({ name, value }) => [name, value]))
  const added = Object.keys(after).filter((name) => !served.has(name) && !isOptional(name))
  return [...served.keys(), ...added].map((name) => {
    const current = served.get(name)
    return {
      name,
      now: name === 'JSON-LD' && current !== undefined ? tidyJson([current]) : current,
      after: after[name] ?? current,
    }
  })
}

const describing = [
  'meta[name]:not([name=viewport], [name=theme-color], [name=format-detection])',
  'meta[property]',
].join()

/** The tags of the live document. */
export function readServedTags(): ServedTag[] {
  const metas = [...document.querySelectorAll(describing)].map((meta) => ({
    name: meta.getAttribute('name') ?? meta.getAttribute('property') ?? '',
    value: meta.getAttribute('content') ?? '',
  }))
  const canonical = document.querySelector('link[rel=canonical]')?.getAttribute('href')
  const heading = document.querySelector('main h1')?.textContent
  const data = document.querySelector('script[type="application/ld+json"]')?.textContent
  return [
    { name: 'title', value: document.title },
    ...metas,
    ...(canonical ? [{ name: 'canonical', value: canonical }] : []),
    ...(heading ? [{ name: 'h1', value: heading }] : []),
    ...(data ? [{ name: 'JSON-LD', value: data }] : []),
  ]
}
