import type { DocumentToRender } from '#/contracts/documents.ts'
import type { ContentEncoding } from '../http/representations.ts'
import { compressQuickly } from './compress-page.ts'
import type { PageDocument } from './render-page.ts'

/** How long one is kept at most: it may show what is erased meanwhile. */
const keptMs = 10_000

/** The most that are kept, some 15 KB each. */
const mostKept = 100

/** A document as it is sent in one encoding. */
export type EncodedDocument = Omit<PageDocument, 'html'> & { html: string | Buffer }

/**
 * Renders and compresses documents, and keeps each for a moment: one that is asked for again and has
 * not changed costs no more work. What is rendered depends on nothing but what is wanted, so none is
 * out of date.
 */
export function createRecentDocuments(render: (wanted: DocumentToRender) => Promise<PageDocument>) {
  const recent = new Map<string, Promise<EncodedDocument>>()

  async function make(wanted: DocumentToRender, encoding: ContentEncoding) {
    const document = await render(wanted)
    if (encoding === 'identity') return document
    return { ...document, html: await compressQuickly(Buffer.from(document.html), encoding) }
  }

  return (wanted: DocumentToRender, encoding: ContentEncoding): Promise<EncodedDocument> => {
    const key = JSON.stringify([encoding, wanted])
    const known = recent.get(key)
    if (known) return known
    if (recent.size >= mostKept) recent.clear()
    if (recent.size === 0) setTimeout(() => recent.clear(), keptMs).unref()
    const making = make(wanted, encoding)
    recent.set(key, making)
    making.catch(() => recent.delete(key))
    return making
  }
}
