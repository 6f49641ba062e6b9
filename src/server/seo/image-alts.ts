import type { CheerioAPI } from 'cheerio'
import type { ImageAlt } from '#/contracts/seo.ts'

type Span = { startOffset: number; endOffset: number }

/** What the parser says of an element, and where it stands. */
type ParsedElement = {
  name: string
  sourceCodeLocation?: (Span & { attrs?: Record<string, Span> }) | null
}

type Edit = { start: number; end: number; text: string }

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** What carries the text of an element: `alt` for images, the accessible name for drawings. */
const attributesFor = (tag: string, alt: string): Record<string, string> =>
  tag === 'svg'
    ? alt === ''
      ? { 'aria-hidden': 'true' }
      : { role: 'img', 'aria-label': alt, 'aria-hidden': 'false' }
    : { alt }

/** The texts by element; where several selectors find one, the last wins. */
function collectTexts($: CheerioAPI, alts: ImageAlt[]) {
  const texts = new Map<ReturnType<typeof $>[number], string>()
  for (const { selector, alt } of alts) {
    for (const element of $(selector)) texts.set(element, alt)
  }
  return texts
}

function collectEdits($: CheerioAPI, alts: ImageAlt[]): Edit[] {
  const edits: Edit[] = []
  for (const [element, alt] of collectTexts($, alts)) {
    const { name: tag, sourceCodeLocation: location } = element as ParsedElement
    if (!location || (tag !== 'img' && tag !== 'svg')) continue
    for (const [name, value] of Object.entries(attributesFor(tag, alt))) {
      const text = `${name}="${escapeAttribute(value)}"`
      const known = location.attrs?.[name]
      if (known) edits.push({ start: known.startOffset, end: known.endOffset, text })
      else {
        const afterTagName = location.startOffset + 1 + tag.length
        edits.push({ start: afterTagName, end: afterTagName, text: ` ${text}` })
      }
    }
  }
  return edits.sort((a, b) => b.start - a.start)
}

/**
 * Writes the texts of images into a document, whatever their selectors. All else keeps its bytes,
 * so that React finds what it drew.
 */
export async function applyImageAlts(html: string, alts: ImageAlt[]): Promise<string> {
  if (alts.length === 0) return html
  // Takes longer to load than any other module, and most sites will never need it.
  const { load } = await import('cheerio')
  const $ = load(html, { sourceCodeLocationInfo: true })
  return collectEdits($, alts).reduce(
    (text, { start, end, text: replacement }) =>
      text.slice(0, start) + replacement + text.slice(end),
    html,
  )
}
