import type { ImageAlt } from '#/contracts/seo/seo.ts'

/** An image of the page, as the list of image texts sees it. */
export type AltTarget = {
  /** A selector that finds this image alone. */
  selector: string
  /**
   * The page's own text; null where it has none, undefined where it is not known because the page
   * was served with a stored text in its place.
   */
  ownAlt: string | null | undefined
  /** Whether a selector finds this image, and no other. */
  matchedBy: (selector: string) => 'alone' | 'among others' | 'not'
}

type Matched = Pick<AltTarget, 'matchedBy'>

/** The entry that an image gets its text from: the last one that finds it. */
export function entryFor(entries: readonly ImageAlt[], image: Matched): ImageAlt | undefined {
  return entries.findLast(({ selector }) => image.matchedBy(selector) !== 'not')
}

/** The text of an image after saving: that of its entry, or the page's own. */
export function altAfter(entries: readonly ImageAlt[], image: AltTarget) {
  const entry = entryFor(entries, image)
  return entry ? entry.alt : image.ownAlt
}

/** The entries without those that find this image alone. */
export function withoutAlt(entries: readonly ImageAlt[], image: Matched): ImageAlt[] {
  return entries.filter(({ selector }) => image.matchedBy(selector) !== 'alone')
}

/** The entries after an image was given a text. One that it has anyway needs no entry. */
export function withAlt(entries: readonly ImageAlt[], image: AltTarget, alt: string): ImageAlt[] {
  const others = withoutAlt(entries, image)
  if (alt === altAfter(others, image)) return others
  return [...others, { selector: image.selector, alt }]
}

/** The advice is about 8 to 10; a word or two more is no fault. */
const mostWords = 12

const prefix = /^(an?\s+|the\s+)?(image|picture|photo|photograph|graphic|icon)\s+of\b/i

/**
 * What an image's text should be instead; undefined for a good one. Null is an image without any
 * text, an empty one marks decoration, and an undefined one is not known.
 */
export function adviceOn(alt: string | null | undefined): string | undefined {
  if (alt === undefined) return undefined
  if (alt === null) return 'Missing. Say what the image shows, or mark it decorative.'
  const text = alt.trim()
  if (text === '') return 'Decorative: screen readers skip it.'
  const [found] = prefix.exec(text) ?? []
  if (found) return `Leave out '${found}': a screen reader says that it is an image.`
  const words = text.split(/\s+/).length
  return words > mostWords ? `${words} words. About 8-10 are enough.` : undefined
}
