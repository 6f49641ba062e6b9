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

/** What the editor says about an image's text. A note is no mistake. */
export type ImageFinding = { kind: 'problem' | 'note'; text: string }

/** In characters: what screen readers read without a pause, by a rule of thumb of many audits. */
const longestAlt = 125
/** The advice is about 8 to 10; a word or two more is no fault. */
const mostWords = 12

const prefix = /^(an?\s+|the\s+)?(image|picture|photo|photograph|graphic|icon)\s+of\b/i
const fileName = /\.(avif|gif|jpe?g|png|svg|webp)$/i

function judgeText(alt: string): ImageFinding[] {
  const findings: ImageFinding[] = []
  const add = (kind: ImageFinding['kind'], text: string) => findings.push({ kind, text })
  const words = alt.split(/\s+/).length
  if (alt.length > longestAlt) {
    add('problem', `Too long: ${alt.length} characters. Keep it under ${longestAlt}.`)
  } else if (words > mostWords) {
    add('note', `${words} words. About 8-10 are enough.`)
  }
  const [found] = prefix.exec(alt) ?? []
  if (found) add('problem', `Leave out '${found}': a screen reader says that it is an image.`)
  if (fileName.test(alt)) add('problem', 'This is the name of a file. Say what the image shows.')
  return findings
}

/**
 * Judges the texts of a page's images, in their order. Null is an image without any text, an empty
 * one marks decoration, and an undefined one is not known.
 */
export function auditImages(alts: readonly (string | null | undefined)[]): ImageFinding[][] {
  const keyOf = (alt: string | null | undefined) => alt?.trim().toLowerCase() ?? ''
  const counts = Map.groupBy(alts, keyOf)
  return alts.map((alt) => {
    if (alt === undefined) return []
    if (alt === null) {
      return [
        { kind: 'problem', text: 'Missing. Say what the image shows, or mark it decorative.' },
      ]
    }
    if (alt.trim() === '') return [{ kind: 'note', text: 'Decorative: screen readers skip it.' }]
    const findings = judgeText(alt.trim())
    if ((counts.get(keyOf(alt))?.length ?? 0) > 1) {
      findings.push({ kind: 'problem', text: 'Another image on this page has the same text.' })
    }
    return findings
  })
}
