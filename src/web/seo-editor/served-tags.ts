import type { SeoFields } from '#/contracts/seo.ts'

/** Something that the document says about its page, such as `<title>` or `og:image`. */
export type ServedTag = { name: string; value: string }

/** A tag as it is and as it would be. Undefined where there is none. */
export type TagChange = { name: string; now: string | undefined; after: string | undefined }

/** An address of this site as the head has it. */
export function absoluteAddress(address: string, siteUrl: string): string {
  return address.startsWith('/') ? siteUrl + address : address
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** JSON written in one way, so that texts that say the same are the same. */
function tidyJson(texts: readonly string[]): string {
  const things = texts.filter((text) => text.trim() !== '').flatMap(parse)
  return JSON.stringify(things.length === 1 ? things[0] : things, null, 2)
}

function structuredDataAfter({ structuredData, structuredDataMode }: SeoFields, builtIn: string) {
  if (structuredData === '') return tidyJson([builtIn])
  return tidyJson(structuredDataMode === 'add' ? [builtIn, structuredData] : [structuredData])
}

/**
 * What a document would say after a save. `now` are the tags of the live one, so that those which
 * no field touches show too; `saved` and `defaults` are the fields as they would be stored.
 */
export function compareTags(
  now: readonly ServedTag[],
  saved: SeoFields,
  defaults: SeoFields,
  siteUrl: string,
): TagChange[] {
  const textOf = (name: 'title' | 'description' | 'keywords' | 'h1Text') =>
    saved[name] || defaults[name]
  const addressOf = (name: 'canonicalUrl' | 'ogImage') =>
    absoluteAddress(saved[name] || defaults[name], siteUrl)
  const after: Record<string, string> = {
    title: textOf('title'),
    description: textOf('description'),
    keywords: textOf('keywords'),
    canonical: addressOf('canonicalUrl'),
    h1: textOf('h1Text'),
    'og:title': textOf('title'),
    'og:description': textOf('description'),
    'og:url': addressOf('canonicalUrl'),
    'og:image': addressOf('ogImage'),
    'twitter:title': textOf('title'),
    'twitter:description': textOf('description'),
    'twitter:image': addressOf('ogImage'),
    'JSON-LD': structuredDataAfter(saved, defaults.structuredData),
  }
  // The site need not say a thing twice for the services that read the other tag.
  const isOptional = (name: string) => name.startsWith('twitter:')
  const known = new Map(now.map(({ name, value }) => [name, value]))
  const added = Object.keys(after).filter((name) => !known.has(name) && !isOptional(name))
  return [...known.keys(), ...added].map((name) => {
    const current = known.get(name)
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

/** What the live document says about its page. */
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
