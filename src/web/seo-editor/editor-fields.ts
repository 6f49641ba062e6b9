import type { SeoEditorState, SeoFields } from '#/contracts/seo/seo.ts'

/** The name of a field of a page's metadata that the editor shows. */
export type FieldName = Exclude<keyof SeoFields, 'structuredDataMode'>

/** The form's values for what is stored: each stored value, or the built-in one where it is empty. */
export function startingFields({ record, defaults }: SeoEditorState): SeoFields {
  return mapFields(defaults, (name) => record?.[name] || defaults[name])
}

/**
 * What is sent for the form's values. A value that equals the built-in one is sent as empty, so that
 * the page gets a better built-in one when there is one.
 */
export function fieldsToSave(fields: SeoFields, defaults: SeoFields): SeoFields {
  const isOwn = (name: keyof SeoFields) =>
    ['title', 'description', 'structuredDataMode'].includes(name) ||
    fields[name].trim() !== defaults[name].trim()
  return mapFields(fields, (name) => (isOwn(name) ? fields[name] : ''))
}

/** The stored fields, with those over them that were changed since `sent`. */
export function keepChangedSince(sent: SeoFields, mine: SeoFields, stored: SeoFields): SeoFields {
  return mapFields(stored, (name) => (mine[name] === sent[name] ? stored[name] : mine[name]))
}

function mapFields(fields: SeoFields, readValue: (name: keyof SeoFields) => string): SeoFields {
  const names = Object.keys(fields) as (keyof SeoFields)[]
  return Object.fromEntries(names.map((name) => [name, readValue(name)])) as SeoFields
}
