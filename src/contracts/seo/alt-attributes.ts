/**
 * The attributes that give an element its text: `alt` for an image, the accessible name for an
 * inline drawing. Empty for elements that have no such text. In a file of its own because every
 * page loads it, and only the editor loads the other rules of image texts.
 */
export function altAttributes(tag: string, alt: string): Record<string, string> {
  if (tag === 'img') return { alt }
  if (tag !== 'svg') return {}
  if (alt === '') return { 'aria-hidden': 'true' }
  return { role: 'img', 'aria-label': alt, 'aria-hidden': 'false' }
}
