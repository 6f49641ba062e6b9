import type { ImageAlt } from '#/contracts/seo/seo.ts'

/** The text that is stored for the image of a selector. */
export const altOf = (entries: readonly ImageAlt[], wanted: string) =>
  entries.findLast(({ selector }) => selector === wanted)?.alt

/** The entries after an image was given a text: the last one that finds it counts. */
export function withAlt(entries: readonly ImageAlt[], selector: string, alt: string): ImageAlt[] {
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
