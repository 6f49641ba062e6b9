import type { SeoFields } from '#/contracts/seo.ts'
import type { FieldName } from './editor-fields.ts'
import { parseImageAlts } from './image-alts.ts'

/** What people call the ways in which stored structured data goes with the built-in one. */
export const modeLabels: Record<SeoFields['structuredDataMode'], string> = {
  replace: 'In place of the built-in data',
  add: 'Beside the built-in data',
}

/** A field's value as people read it. Empty where there is nothing to read. */
export function readableValue(name: FieldName, value: string): string {
  if (name === 'structuredDataMode') return value === 'add' ? modeLabels.add : modeLabels.replace
  if (name !== 'imageAltTexts') return value
  const entries = parseImageAlts(value)
  if (!entries) return value
  return entries.map(({ selector, alt }) => `${selector}: ${alt || '(decorative)'}`).join('\n')
}
