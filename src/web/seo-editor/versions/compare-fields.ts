import { findJsonExcess } from '#/contracts/seo/json-ld.ts'
import { mergeMetadata } from '#/contracts/seo/merge-metadata.ts'
import type { SeoFields, SeoRevision } from '#/contracts/seo/seo.ts'
import { type FieldName, fieldLabels, fieldNames, shownFields } from '../fields/editor-fields.ts'

/** The fields in which two sets of values differ, in the editor's order. */
export function differingFields(a: SeoFields, b: SeoFields): FieldName[] {
  return fieldNames.filter((name) => a[name].trim() !== b[name].trim())
}

/** Whose value of a field is taken. */
export type Side = 'mine' | 'theirs'

/** A field of which two people have different values. */
export type Conflict = { name: FieldName; mine: string; theirs: string; suggested: Side }

/**
 * The fields of which two people have different values. Suggested is the value of the one who changed
 * the field since `base`; where both did, one's own.
 */
export function findConflicts(base: SeoFields, mine: SeoFields, theirs: SeoFields): Conflict[] {
  const changedByMe = differingFields(base, mine)
  return differingFields(mine, theirs).map((name) => ({
    name,
    mine: mine[name],
    theirs: theirs[name],
    suggested: changedByMe.includes(name) ? 'mine' : 'theirs',
  }))
}

/** One's own fields, with the other person's values where those were chosen. */
export function mergeFields(
  mine: SeoFields,
  theirs: SeoFields,
  choices: Partial<Record<FieldName, Side>>,
): SeoFields {
  const taken = Object.entries(choices).filter(([, side]) => side === 'theirs')
  return {
    ...mine,
    ...Object.fromEntries(taken.map(([name]) => [name, theirs[name as FieldName]])),
  }
}

/**
 * The stored fields, with those over them that were changed since `sent`. The structured data and
 * its mode stay together: text that was meant to go beside the built-in data must not replace it.
 */
export function keepChangedSince(sent: SeoFields, mine: SeoFields, stored: SeoFields): SeoFields {
  const isChanged = (name: FieldName) => mine[name] !== sent[name]
  const { structuredData, structuredDataMode } = mine
  const isDataChanged = isChanged('structuredData') || isChanged('structuredDataMode')
  return {
    ...stored,
    ...Object.fromEntries(fieldNames.filter(isChanged).map((name) => [name, mine[name]])),
    ...(isDataChanged && { structuredData, structuredDataMode }),
  }
}

/**
 * What a revision changed, in a few words. `older` is the one before it: before the first, and after
 * a deletion, the page has its built-in values.
 */
export function describeRevision(
  revision: SeoRevision,
  older: SeoRevision | undefined,
  defaults: SeoFields,
): string {
  if (!revision.fields) return 'Reset to defaults'
  const before = shownFields(older?.fields ?? null, defaults)
  const changed = differingFields(before, shownFields(revision.fields, defaults))
  if (changed.length === 0) return 'Saved without a change'
  return `Changed: ${changed.map((name) => fieldLabels[name]).join(', ')}`
}

/** A tag that describes its page, such as `<title>` or `og:image`. */
export type ServedTag = { name: string; value: string }

/** A tag as it is served and as it would be. Undefined where there is none. */
export type TagChange = { name: string; now: string | undefined; after: string | undefined }

/** A page whose tags are compared: what is stored for it now, and the tags of its document. */
export type ComparedPage = {
  document: readonly ServedTag[]
  stored: SeoFields | undefined
  defaults: SeoFields
  siteUrl: string
}

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

/** The tags that the server writes for stored fields; without these, for the built-in ones. */
function tagsOf(
  stored: SeoFields | undefined,
  { defaults, siteUrl }: ComparedPage,
): Record<string, string> {
  const { title, description, keywords, h1Text, canonicalUrl, ogImage, structuredData } =
    mergeMetadata(stored, defaults, siteUrl)
  return {
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
}

/**
 * The tags of a page now and after a save: both as the server makes them, because the document may be
 * older than what is stored. The document has tags which no field changes too.
 */
export function compareTags(page: ComparedPage, saved: SeoFields): TagChange[] {
  const now = tagsOf(page.stored, page)
  const after = tagsOf(saved, page)
  const inDocument = new Map(page.document.map(({ name, value }) => [name, value]))
  // A service without its own tags reads the og: ones, so a page may have none of these.
  const isOptional = (name: string) => name.startsWith('twitter:')
  const added = Object.keys(after).filter((name) => !inDocument.has(name) && !isOptional(name))
  return [...inDocument.keys(), ...added].map((name) => ({
    name,
    // An empty text has no tag.
    now: (now[name] ?? inDocument.get(name)) || undefined,
    after: (after[name] ?? inDocument.get(name)) || undefined,
  }))
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
