import { expect, test } from 'vitest'
import type { SeoFields } from '#/contracts/seo/seo.ts'
import { describeRevision, fieldsToSave, keepChangedSince, shownFields } from './editor-fields.ts'

const builtIn = '{\n  "@type": "Organization"\n}'
const defaults: SeoFields = {
  title: 'About us',
  description: 'Who we are.',
  keywords: 'hvac',
  ogImage: 'https://site.example/previews/about.png',
  canonicalUrl: 'https://site.example/about',
  structuredData: builtIn,
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

test('the form shows stored values, and built-in ones where there are none', () => {
  expect(shownFields(null, defaults)).toEqual(defaults)
  expect(shownFields(stored({ h1Text: 'Who' }), defaults)).toEqual({
    ...defaults,
    title: 'Stored',
    description: 'Stored.',
    h1Text: 'Who',
  })
})

test('what equals its built-in value is sent as none, but for title and description', () => {
  expect(fieldsToSave({ ...defaults, keywords: ' hvac ' }, defaults)).toEqual(
    stored({ title: 'About us', description: 'Who we are.' }),
  )
  expect(fieldsToSave({ ...defaults, h1Text: ' Who ' }, defaults).h1Text).toBe('Who')
})

test('data beside the built-in data stays there when it is saved again; none goes beside nothing', () => {
  const beside = stored({ structuredData: '{"own":1}', structuredDataMode: 'add' })
  const shown = shownFields(beside, defaults)
  expect(fieldsToSave(shown, defaults)).toMatchObject({
    structuredData: '{"own":1}',
    structuredDataMode: 'add',
  })
  expect(fieldsToSave({ ...shown, structuredData: '' }, defaults).structuredDataMode).toBe(
    'replace',
  )
  expect(shownFields({ ...beside, structuredData: '' }, defaults)).toMatchObject({
    structuredData: builtIn,
    structuredDataMode: 'replace',
  })
})

test('a revision is described by what it changed', () => {
  const revision = (fields: SeoFields | null) => ({
    id: 1,
    version: 1,
    changedAt: '2026-03-04T19:05:00.000Z',
    changedBy: 'ed@example.com',
    fields,
  })
  const first = revision(stored({}))
  expect(describeRevision(first, undefined, defaults)).toBe('Changed: Title, Description')
  const second = revision(stored({ keywords: 'new', imageAltTexts: '[{"selector":"a","alt":""}]' }))
  expect(describeRevision(second, first, defaults)).toBe('Changed: Keywords, Image alt texts')
  expect(describeRevision(revision(null), second, defaults)).toBe('Reset to defaults')
})

test('what was typed since the fields were sent stays over what is stored', () => {
  const sent = stored({ title: 'Sent ', keywords: 'sent' })
  const typedOn = { ...sent, keywords: 'typed on' }
  const saved = stored({ title: 'Sent', keywords: 'sent', h1Text: 'Built in' })
  expect(keepChangedSince(sent, typedOn, saved)).toEqual({ ...saved, keywords: 'typed on' })
  expect(keepChangedSince(sent, sent, saved)).toEqual(saved)
})

test('structured data that is typed beside the built-in data does not come to replace it', () => {
  // Nothing to add is stored as the built-in data, in the other mode.
  const sent = stored({ structuredDataMode: 'add' })
  const typedOn = { ...sent, structuredData: '{}' }
  const saved = stored({ structuredData: '{"@type":"Thing"}' })
  expect(keepChangedSince(sent, typedOn, saved)).toEqual({ ...saved, ...typedOn })
})
