import type { ImageAlt } from '#/contracts/seo/seo.ts'

/** An image of the page, as the list of image texts sees it. */
export type AltTarget = {
  /** A selector that finds this image alone. */
  selector: string
  /** Whether a selector finds this image. */
  isFoundBy: (selector: string) => boolean
}

/** The stored text that an image gets: that of the last entry that finds it. */
export function altOf(entries: readonly ImageAlt[], image: Pick<AltTarget, 'isFoundBy'>) {
  return entries.findLast(({ selector }) => image.isFoundBy(selector))?.alt
}

/** The entries after an image was given a text. */
export function withAlt(entries: readonly ImageAlt[], image: AltTarget, alt: string): ImageAlt[] {
  const { selector } = image
  return [...entries.filter((entry) => entry.selector !== selector), { selector, alt }]
}

/** The advice is about 8 to 10; a word or two more is no fault. */
const mostWords = 12

const prefix = /^(an?\s+|the\s+)?(image|picture|photo|photograph|graphic|icon)\s+of\b/i

/** What is to be said of an image's text; undefined for a good one. */
export function adviceOn(alt: string): string | undefined {
  const text = alt.trim()
  if (text === '') return 'Decorative: screen readers skip it.'
  const [found] = prefix.exec(text) ?? []
  if (found) return `Leave out '${found}': a screen reader already says it’s an image.`
  const words = text.split(/\s+/).length
  return words > mostWords ? `${words} words. About 8-10 are enough.` : undefined
}
