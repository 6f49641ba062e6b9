import type { ImageAlt } from './seo.ts'

const isImageAlt = (value: unknown): value is ImageAlt =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as ImageAlt).selector === 'string' &&
  typeof (value as ImageAlt).alt === 'string'

/** Undefined where the text is not the JSON of a list of image texts. */
export function parseImageAlts(text: string): ImageAlt[] | undefined {
  if (text.trim() === '') return []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every(isImageAlt) ? value : undefined
  } catch {
    return undefined
  }
}

/** As they are stored; empty where there are none. */
export function formatImageAlts(entries: readonly ImageAlt[]): string {
  return entries.length === 0 ? '' : JSON.stringify(entries)
}
