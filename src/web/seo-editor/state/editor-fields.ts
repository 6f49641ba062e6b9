import type { SeoEditorState, SeoFields, SeoRevision } from '#/contracts/seo/seo.ts'

/** The name of a field of a page's metadata. */
export type FieldName = keyof SeoFields

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
  structuredDataMode: 'Structured data goes',
}

/** The labels of the two ways in which stored structured data goes with the built-in one. */
export const modeLabels: Record<SeoFields['structuredDataMode'], string> = {
  replace: 'In place of the built-in data',
  add: 'Beside the built-in data',
}

/** Every field, in the order in which the editor shows them. */
export const fieldNames = Object.keys(fieldLabels) as FieldName[]

const mapFields = <V>(readValue: (name: FieldName) => V) =>
  Object.fromEntries(fieldNames.map((name) => [name, readValue(name)]))

const isEmptyList = (text: string) => text === '' || text === '[]'

/** The form's values for a stored record: each stored value, or the built-in one where it is empty. */
export function shownFields(stored: SeoFields | null, defaults: SeoFields): SeoFields {
  const structuredDataMode = stored?.structuredDataMode ?? 'replace'
  return {
    ...(mapFields((name) => stored?.[name] || defaults[name]) as SeoFields),
    structuredDataMode,
    // Data that is added starts empty; data that replaces the built-in one starts as a copy of it.
    structuredData:
      stored?.structuredData || (structuredDataMode === 'add' ? '' : defaults.structuredData),
    imageAltTexts: stored && !isEmptyList(stored.imageAltTexts) ? stored.imageAltTexts : '',
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
  const saved = mapFields((name) => (isOwn(name) ? fields[name].trim() : '')) as SeoFields
  return {
    ...saved,
    imageAltTexts: isEmptyList(fields.imageAltTexts) ? '' : fields.imageAltTexts,
    structuredDataMode: saved.structuredData === '' ? 'replace' : fields.structuredDataMode,
  }
}

/** What is stored for a page, as `fieldsToSave` would send it. */
export function storedFields(state: SeoEditorState): SeoFields {
  return fieldsToSave(startingFields(state), state.defaults)
}

/** True if two sets of values are the same in every field. */
export function haveSameValues(some: SeoFields, others: SeoFields): boolean {
  return fieldNames.every((name) => some[name] === others[name])
}

/** The form's text of the structured data after its mode was changed. */
export function structuredDataFor(
  mode: SeoFields['structuredDataMode'],
  text: string,
  builtIn: string,
): string {
  if (mode === 'add' && text.trim() === builtIn.trim()) return ''
  if (mode === 'replace' && text.trim() === '') return builtIn
  return text
}

/** The fields in which two sets of values differ, in the editor's order. */
export function differingFields(a: SeoFields, b: SeoFields): FieldName[] {
  return fieldNames.filter((name) => a[name].trim() !== b[name].trim())
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
