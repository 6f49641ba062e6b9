import type { ImageAlt } from '#/contracts/seo.ts'

const isImageAlt = (value: unknown): value is ImageAlt =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as ImageAlt).selector === 'string' &&
  typeof (value as ImageAlt).alt === 'string'

/** Reads stored alternative texts; undefined where they are not the JSON of a list of entries. */
export function parseImageAlts(text: string): ImageAlt[] | undefined {
  if (text.trim() === '') return []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every(isImageAlt) ? value : undefined
  } catch {
    return undefined
  }
}

/** The text under which alternative texts are stored; empty where there are none. */
export function formatImageAlts(entries: readonly ImageAlt[]): string {
  return entries.length === 0 ? '' : JSON.stringify(entries)
}

/** An image of the page as far as its alternative text goes. */
export type AltTarget = {
  /** A selector that finds this image alone. */
  selector: string
  /**
   * The text that the page has without the editor's; null for an image that has none, undefined
   * where a stored text stands in its place.
   */
  ownAlt: string | null | undefined
  /** The selectors of entries that find this image, among others perhaps. */
  matchedBy: (selector: string) => 'alone' | 'among others' | 'not'
}

/** The entry that an image's text comes from: the last one that finds it. */
export function entryFor(
  entries: readonly ImageAlt[],
  { matchedBy }: AltTarget,
): ImageAlt | undefined {
  return entries.findLast(({ selector }) => matchedBy(selector) !== 'not')
}

/** The text that an image would have: from its entry, or the page's own. */
export function altAfter(
  entries: readonly ImageAlt[],
  target: AltTarget,
): string | null | undefined {
  const entry = entryFor(entries, target)
  return entry ? entry.alt : target.ownAlt
}

/** The entries without those that are about one image alone. */
export function withoutAlt(entries: readonly ImageAlt[], { matchedBy }: AltTarget): ImageAlt[] {
  return entries.filter(({ selector }) => matchedBy(selector) !== 'alone')
}

/** The entries after an image was given a text. A text that the page has anyway needs no entry. */
export function withAlt(entries: readonly ImageAlt[], target: AltTarget, alt: string): ImageAlt[] {
  const others = withoutAlt(entries, target)
  const isOfGroup = entryFor(others, target) !== undefined
  if (alt === target.ownAlt && !isOfGroup) return others
  const known = entries.findLast(({ selector }) => target.matchedBy(selector) === 'alone')
  const entry = { selector: known?.selector ?? target.selector, alt }
  if (!known) return [...entries, entry]
  // In its place, so that a list that was only reworded reads as before.
  const place = entries.indexOf(known)
  return entries.flatMap((each, index) =>
    index === place ? [entry] : target.matchedBy(each.selector) === 'alone' ? [] : [each],
  )
}
