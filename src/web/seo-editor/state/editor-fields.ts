import type { SeoEditorState, SeoFields, SeoRevision } from '#/contracts/seo/seo.ts'

/** The name of a field of a page's metadata that the editor shows. */
export type FieldName = Exclude<keyof SeoFields, 'structuredDataMode'>

/** The label of each field, in the order in which the editor shows them. */
export const fieldLabels: Record<FieldName, string> = {
  title: 'Title',
  description: 'Description',
  keywords: 'Keywords',
  h1Text: 'H1 text',
  imageAltTexts: 'Image alt texts',
  canonicalUrl: 'Canonical URL',
  ogImage: 'Open Graph image',
  structuredData: 'Structured data',
}

/** Every field, in the order in which the editor shows them. */
export const fieldNames = Object.keys(fieldLabels) as FieldName[]

const mapFields = (readValue: (name: FieldName) => string) =>
  Object.fromEntries(fieldNames.map((name) => [name, readValue(name)])) as Record<FieldName, string>

/** The form's values for a stored record: each stored value, or the built-in one where it is empty. */
export function shownFields(stored: SeoFields | null, defaults: SeoFields): SeoFields {
  return {
    ...mapFields((name) => stored?.[name] || defaults[name]),
    structuredDataMode: stored?.structuredData ? stored.structuredDataMode : 'replace',
  }
}

/** The form's values when the editor opens. */
export function startingFields({ record, defaults }: SeoEditorState): SeoFields {
  return shownFields(record, defaults)
}

/**
 * What is sent for the form's values. A value that equals the built-in one is sent as empty, so that
 * the page gets a better built-in one when there is one.
 */
export function fieldsToSave(fields: SeoFields, defaults: SeoFields): SeoFields {
  const isOwn = (name: FieldName) =>
    ['title', 'description'].includes(name) || fields[name].trim() !== defaults[name].trim()
  const saved = mapFields((name) => (isOwn(name) ? fields[name].trim() : ''))
  return {
    ...saved,
    structuredDataMode: saved.structuredData === '' ? 'replace' : fields.structuredDataMode,
  }
}

/** The fields in which two sets of values differ, in the editor's order. */
export function differingFields(a: SeoFields, b: SeoFields): FieldName[] {
  return fieldNames.filter((name) => a[name].trim() !== b[name].trim())
}

/** The labels of fields, as a text. */
export const labelsOf = (names: FieldName[]) => names.map((name) => fieldLabels[name]).join(', ')

/**
 * The stored fields, with those over them that were changed since `sent`. Text that was meant to go
 * beside the built-in structured data still does: it must not come to replace it.
 */
export function keepChangedSince(sent: SeoFields, mine: SeoFields, stored: SeoFields): SeoFields {
  const changed = fieldNames.filter((name) => mine[name] !== sent[name])
  const { structuredDataMode } = changed.includes('structuredData') ? mine : stored
  return {
    ...stored,
    ...Object.fromEntries(changed.map((name) => [name, mine[name]])),
    structuredDataMode,
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
  return changed.length === 0 ? 'Saved without a change' : `Changed: ${labelsOf(changed)}`
}
