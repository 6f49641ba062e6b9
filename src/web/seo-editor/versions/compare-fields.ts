import type { SeoFields, SeoRevision } from '#/contracts/seo/seo.ts'
import { type FieldName, fieldLabels, fieldNames, shownFields } from '../fields/editor-fields.ts'

/** The fields in which two sets of values differ, in the editor's order. */
export function differingFields(a: SeoFields, b: SeoFields): FieldName[] {
  return fieldNames.filter((name) => a[name].trim() !== b[name].trim())
}

/** Whose value of a field is taken. */
export type Side = 'mine' | 'theirs'

/** A field of which two people have different values. */
export type Conflict = { name: FieldName; mine: string; theirs: string; suggested: Side }

/**
 * The fields of which two people have different values. Suggested is the value of whoever changed
 * the field since `base`; where both did, one's own.
 */
export function findConflicts(base: SeoFields, mine: SeoFields, theirs: SeoFields): Conflict[] {
  const changedByMe = differingFields(base, mine)
  return differingFields(mine, theirs).map((name) => ({
    name,
    mine: mine[name],
    theirs: theirs[name],
    suggested: changedByMe.includes(name) ? 'mine' : 'theirs',
  }))
}

/** One's own fields, with the other person's values where those were chosen. */
export function mergeFields(
  mine: SeoFields,
  theirs: SeoFields,
  choices: Partial<Record<FieldName, Side>>,
): SeoFields {
  const taken = Object.entries(choices).filter(([, side]) => side === 'theirs')
  return {
    ...mine,
    ...Object.fromEntries(taken.map(([name]) => [name, theirs[name as FieldName]])),
  }
}

/**
 * The stored fields, with those over them that were changed since `sent`. The structured data and
 * its mode stay together: text that was meant to go beside the built-in data must not replace it.
 */
export function keepChangedSince(sent: SeoFields, mine: SeoFields, stored: SeoFields): SeoFields {
  const isChanged = (name: FieldName) => mine[name] !== sent[name]
  const { structuredData, structuredDataMode } = mine
  const isDataChanged = isChanged('structuredData') || isChanged('structuredDataMode')
  return {
    ...stored,
    ...Object.fromEntries(fieldNames.filter(isChanged).map((name) => [name, mine[name]])),
    ...(isDataChanged && { structuredData, structuredDataMode }),
  }
}

/**
 * What a revision changed, in a few words. `older` is the one before it: before the first, and after
 * a deletion, the page has its built-in values.
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
