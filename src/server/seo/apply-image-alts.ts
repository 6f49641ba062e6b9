import type { CheerioAPI } from 'cheerio'
import { altAttributes } from '#/contracts/seo/alt-attributes.ts'
import type { ImageAlt } from '#/contracts/seo/seo.ts'

type Span = { startOffset: number; endOffset: number }

/** An element as the parser describes it, with its place in the text. */
type ParsedElement = {
  name: string
  sourceCodeLocation?: (Span & { attrs?: Record<string, Span> }) | null
}

type Edit = { start: number; end: number; text: string }

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The texts by element; where several selectors find one, the last wins. */
function collectTexts($: CheerioAPI, alts: ImageAlt[]) {
  const document = $.root()
  const texts = new Map<ReturnType<typeof $>[number], string>()
  for (const { selector, alt } of alts) {
    // Not by $(selector), which takes a text with a tag in it for markup and makes it an element.
    for (const element of document.find(selector)) texts.set(element, alt)
  }
  return texts
}

function collectEdits($: CheerioAPI, alts: ImageAlt[]): Edit[] {
  const edits: Edit[] = []
  for (const [element, alt] of collectTexts($, alts)) {
    const { name: tag, sourceCodeLocation: location } = element as ParsedElement
    if (!location) continue
    for (const [name, value] of Object.entries(altAttributes(tag, alt))) {
      const text = `${name}="${escapeAttribute(value)}"`
      const present = location.attrs?.[name]
      if (present) edits.push({ start: present.startOffset, end: present.endOffset, text })
      else {
        const afterTagName = location.startOffset + 1 + tag.length
        edits.push({ start: afterTagName, end: afterTagName, text: ` ${text}` })
      }
    }
  }
  // From the end, so that an edit moves no other.
  return edits.sort((a, b) => b.start - a.start)
}

/**
 * Writes the texts of images into a document, by selectors that `readSelector` wrote. All other bytes stay, so
 * that React finds what it rendered.
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
