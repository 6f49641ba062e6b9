import type { SeoEditorState, SeoFields } from '#/contracts/seo.ts'

/** The name of a field of a page's metadata. */
export type FieldName = keyof SeoFields

/** What people call each field, in the order in which the editor shows them. */
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

/** Every field, in the order in which the editor shows them. */
export const fieldNames = Object.keys(fieldLabels) as FieldName[]

const mapFields = <V>(readValue: (name: FieldName) => V) =>
  Object.fromEntries(fieldNames.map((name) => [name, readValue(name)]))

const isEmptyList = (text: string) => text === '' || text === '[]'

/** What the form shows for what is stored: the stored value, and the built-in one where it is empty. */
export function shownFields(stored: SeoFields | null, defaults: SeoFields): SeoFields {
  const structuredDataMode = stored?.structuredDataMode ?? 'replace'
  return {
    ...(mapFields((name) => stored?.[name] || defaults[name]) as SeoFields),
    structuredDataMode,
    // What joins the built-in data starts empty; what replaces it starts as that.
    structuredData:
      stored?.structuredData || (structuredDataMode === 'add' ? '' : defaults.structuredData),
    imageAltTexts: stored && !isEmptyList(stored.imageAltTexts) ? stored.imageAltTexts : '',
  }
}

/** What the form starts with. */
export function startingFields({ record, defaults }: SeoEditorState): SeoFields {
  return shownFields(record, defaults)
}

/**
 * What is sent for what the form shows. A value that is the built-in one is sent as none, so that
 * a better built-in one will arrive.
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

/** The text that the form shows after the other way of using it was chosen. */
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
