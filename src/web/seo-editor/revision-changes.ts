import type { SeoFields, SeoRevision } from '#/contracts/seo.ts'
import { differingFields, fieldLabels, shownFields } from './editor-fields.ts'

/**
 * What a revision did, in a few words. `older` is the one before it, if there is one: before the
 * first, and after a deletion, the page has the built-in values.
 */
export function describeRevision(
  revision: SeoRevision,
  older: SeoRevision | undefined,
  defaults: SeoFields,
): string {
  if (!revision.fields) return 'Reset to defaults'
  const before = shownFields(older?.fields ?? null, defaults)
  const changed = differingFields(before, shownFields(revision.fields, defaults))
  if (changed.length === 0) return 'Saved without a change'
  return `Changed: ${changed.map((name) => fieldLabels[name]).join(', ')}`
}
