import { expect, test } from 'vitest'
import type { Site } from '#/contracts/pages/documents.ts'
import { type SeoRecord, seoFieldsSchema } from '#/contracts/seo/seo.ts'
import type { Database } from '../db/database.ts'
import { builtInFields, createPageSeo } from './metadata.ts'

const site: Site = {
  name: 'Example Air',
  domain: 'site.example',
  phone: '3865550142',
  url: 'https://site.example',
  apiBaseUrl: '',
}
const builtIn = builtInFields('/about', site)
const { metadataOf, estimateResultMetadata } = createPageSeo({} as Database, site)

function merge(stored: Partial<SeoRecord>) {
  const fields = seoFieldsSchema.parse({ title: 'A', description: 'B', ...stored })
  const record = { ...fields, pagePath: '/about', version: 1, updatedAt: '' }
  return metadataOf('/about', record)
}

test('without a record a page says what is built in', () => {
  expect(metadataOf('/about', undefined)).toEqual({
    title: builtIn.title,
    description: builtIn.description,
    keywords: builtIn.keywords,
    canonicalUrl: 'https://site.example/about',
    ogImage: 'https://site.example/previews/about.png',
    structuredData: JSON.stringify(JSON.parse(builtIn.structuredData)),
    imageAlts: [],
  })
  expect([builtIn.structuredDataMode, builtIn.imageAltTexts]).toEqual(['replace', ''])
})

test('each stored value stands over the built-in one, and paths become addresses', () => {
  const imageAlts = [{ selector: 'img', alt: 'A van' }]
  const merged = merge({
    keywords: 'C',
    canonicalUrl: '/contact',
    ogImage: 'https://other.example/a.png',
    h1Text: 'D',
    structuredData: '{"@type": "Thing"}',
    imageAltTexts: JSON.stringify(imageAlts),
  })
  expect(merged).toEqual({
    title: 'A',
    description: 'B',
    keywords: 'C',
    canonicalUrl: 'https://site.example/contact',
    ogImage: 'https://other.example/a.png',
    h1Text: 'D',
    structuredData: '{"@type":"Thing"}',
    imageAlts,
  })
  expect(merge({})).not.toHaveProperty('h1Text')
})

test('structured data may join the built-in', () => {
  const joined = (structuredData: string) =>
    JSON.parse(merge({ structuredData, structuredDataMode: 'add' }).structuredData ?? '')
  const own = [JSON.parse(builtIn.structuredData)].flat()
  expect(joined('{"@type": "A"}')).toEqual([...own, { '@type': 'A' }])
  expect(joined('[{"@type": "A"}, {"@type": "B"}]')).toEqual([
    ...own,
    { '@type': 'A' },
    { '@type': 'B' },
  ])
})

test('a page that nobody wrote has no metadata', () => {
  expect(() => builtInFields('/no-such-page', site)).toThrow('/no-such-page')
})

test('pages without an address give search engines nothing to keep', () => {
  const unlisted = ['/no-such-page', '/services/none'].map((path) => metadataOf(path, undefined))
  for (const page of [...unlisted, estimateResultMetadata]) {
    expect(page).toEqual({
      title: expect.stringMatching(/./),
      description: expect.stringMatching(/./),
      keywords: '',
      imageAlts: [],
    })
    expect(page.title + page.description).not.toContain('{')
  }
})
