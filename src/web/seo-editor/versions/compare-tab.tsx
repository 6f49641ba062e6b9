import { useState } from 'react'
import { parseImageAlts } from '#/contracts/seo/image-alts.ts'
import { findJsonExcess } from '#/contracts/seo/json-ld.ts'
import { mergeMetadata } from '#/contracts/seo/merge-metadata.ts'
import type { SeoFields } from '#/contracts/seo/seo.ts'
import { useSite } from '../../words.ts'
import { useEditor } from '../editor-context.ts'
import { fieldsToSave } from '../fields/editor-fields.ts'
import { scanImages, toAltTargets } from '../images/image-scan.ts'
import { altAfter } from '../images/image-texts.ts'
import { ValueText } from './field-values.tsx'

/** A tag that describes its page, such as `<title>` or `og:image`. */
type ServedTag = { name: string; value: string }

/** A tag as it is served and as it would be. Undefined where there is none. */
type TagChange = { name: string; now: string | undefined; after: string | undefined }

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
function readServedTags(): ServedTag[] {
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

function useAltChanges(): TagChange[] {
  const { state, served, controls } = useEditor()
  const [images] = useState(scanImages)
  const stored = parseImageAlts(state.record?.imageAltTexts ?? '') ?? []
  const entries = parseImageAlts(controls.draft.fields.imageAltTexts) ?? []
  return toAltTargets(images, served).flatMap((target, index) => {
    const [now, after] = [altAfter(stored, target), altAfter(entries, target)]
    if (now === after) return []
    return [{ name: `alt of ${images[index]?.name}`, now: altText(now), after: altText(after) }]
  })
}

/** The document does not have the page's own text where it was served with a stored one. */
function altText(alt: string | null | undefined): string | undefined {
  return alt === undefined ? "The page's own text" : (alt ?? undefined)
}

function Value({ label, value }: { label: string; value: string | undefined }) {
  return (
    <td data-label={label}>
      {value ? (
        <ValueText value={value} />
      ) : (
        <span className="muted">{value === '' ? '(empty)' : '(none)'}</span>
      )}
    </td>
  )
}

/** The page's tags and image texts, now and after saving. */
export function CompareTab() {
  const { state, controls } = useEditor()
  const site = useSite()
  const [document] = useState(readServedTags)
  const saved = fieldsToSave(controls.draft.fields, state.defaults)
  const page = {
    document,
    stored: state.record ?? undefined,
    defaults: state.defaults,
    siteUrl: site.url,
  }
  const rows = [...compareTags(page, saved), ...useAltChanges()]
  const isChanged = (row: TagChange) => row.now !== row.after
  const changes = rows.filter(isChanged).length
  return (
    <section aria-labelledby="compare-heading">
      <h3 id="compare-heading">Served now, and after saving</h3>
      <p className="hint">
        The left is what search engines and visitors get now.{' '}
        {changes === 0 ? 'Nothing would change.' : `${changes} of ${rows.length} would change.`}
      </p>
      <table className="seo-table">
        <thead>
          <tr>
            <th scope="col">Tag</th>
            <th scope="col">Served now</th>
            <th scope="col">After saving</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} className={isChanged(row) ? 'seo-changed' : undefined}>
              <th scope="row">
                <code>{row.name}</code>
                {isChanged(row) && <span className="seo-mark">changes</span>}
              </th>
              <Value label="Served now" value={row.now} />
              {isChanged(row) ? (
                <Value label="After saving" value={row.after} />
              ) : (
                <td data-label="After saving" className="muted">
                  The same
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
