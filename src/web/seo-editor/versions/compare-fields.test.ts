import { expect, test } from 'vitest'
import type { SeoFields } from '#/contracts/seo/seo.ts'
import { keepChangedSince } from './compare-fields.ts'

const fields = (some: Partial<SeoFields>): SeoFields => ({
  title: 'Sent',
  description: 'Sent',
  keywords: '',
  h1Text: '',
  imageAltTexts: '',
  canonicalUrl: '',
  ogImage: '',
  structuredData: '',
  structuredDataMode: 'replace',
  ...some,
})

test('what was typed since the fields were sent stays over what is stored', () => {
  const sent = fields({ title: 'Sent ', keywords: 'sent' })
  const typedOn = { ...sent, keywords: 'typed on' }
  const stored = fields({ title: 'Sent', keywords: 'sent', h1Text: 'Built in' })
  expect(keepChangedSince(sent, typedOn, stored)).toEqual({ ...stored, keywords: 'typed on' })
  expect(keepChangedSince(sent, sent, stored)).toEqual(stored)
})

test('structured data that is typed beside the built-in data does not come to replace it', () => {
  // Nothing to add is stored as the built-in data, in the other mode.
  const sent = fields({ structuredDataMode: 'add' })
  const typedOn = { ...sent, structuredData: '{}' }
  const stored = fields({ structuredData: '{"@type":"Thing"}' })
  expect(keepChangedSince(sent, typedOn, stored)).toEqual({ ...stored, ...typedOn })
})
