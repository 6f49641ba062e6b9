import { expect, test } from 'vitest'
import type { SeoFields, SeoRecord } from '#/contracts/seo/seo.ts'
import { fieldsToSave, startingFields } from './editor-fields.ts'

const defaults: SeoFields = {
  title: 'About us',
  description: 'Who we are.',
  keywords: 'hvac',
  ogImage: 'https://site.example/previews/about.png',
  canonicalUrl: 'https://site.example/about',
  structuredData: '{}',
  structuredDataMode: 'replace',
  h1Text: 'About',
  imageAltTexts: '',
}
const stored = (fields: Partial<SeoFields>): SeoFields => ({
  title: 'Stored',
  description: 'Stored.',
  keywords: '',
  ogImage: '',
  canonicalUrl: '',
  structuredData: '',
  structuredDataMode: 'replace',
  h1Text: '',
  imageAltTexts: '',
  ...fields,
})

function shown(fields: Partial<SeoFields>): SeoFields {
  const more = { pagePath: '/about', version: 1, updatedAt: '2026-03-04T19:05:00.000Z' }
  const record: SeoRecord = { ...stored(fields), ...more }
  return startingFields({ record, defaults, version: 1, user: null })
}

test('the form shows stored values, and built-in ones where there are none', () => {
  expect(startingFields({ record: null, defaults, version: 0, user: null })).toEqual(defaults)
  const own = { title: 'Stored', description: 'Stored.', h1Text: 'Who' }
  expect(shown({ h1Text: 'Who' })).toEqual({ ...defaults, ...own })
})

test('what equals its built-in value is sent as none, but for title and description', () => {
  expect(fieldsToSave({ ...defaults, keywords: ' hvac ' }, defaults)).toEqual(
    stored({ title: 'About us', description: 'Who we are.' }),
  )
  expect(fieldsToSave({ ...defaults, h1Text: 'Who' }, defaults).h1Text).toBe('Who')
})

test('data beside the built-in data stays there when it is saved again', () => {
  const beside = { structuredData: '{"own":1}', structuredDataMode: 'add' as const }
  expect(fieldsToSave(shown(beside), defaults)).toMatchObject(beside)
})
