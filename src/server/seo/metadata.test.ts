import { expect, test } from 'vitest'
import { business } from '#/content/business.ts'
import { hoursInWords } from '#/contracts/hours/week.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import type { Database } from '../db/database.ts'
import { builtInFields, createPageSeo, readImageAlts } from './metadata.ts'

const site: Site = {
  name: 'Example Air',
  domain: 'site.example',
  phone: '3865550142',
  hours: hoursInWords(business.hours.week),
  url: 'https://site.example',
  apiBaseUrl: '',
}
const builtIn = builtInFields('/about', site)
const { metadataOf, estimateResultMetadata } = createPageSeo({} as Database, site)

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

test('a page that nobody wrote has no metadata', () => {
  expect(() => builtInFields('/no-such-page', site)).toThrow('/no-such-page')
})

test('pages without an address give search engines nothing to keep', () => {
  const unlisted = ['/no-such-page', '/services/none'].map((path) => metadataOf(path, undefined))
  for (const page of [...unlisted, estimateResultMetadata()]) {
    expect(page).toEqual({
      title: expect.stringMatching(/./),
      description: expect.stringMatching(/./),
      keywords: '',
      imageAlts: [],
    })
    expect(page.title + page.description).not.toContain('{')
  }
})

test('what stands in the place of a page follows the name of the business', () => {
  const live = { ...site }
  const seo = createPageSeo({} as Database, live)
  live.name = 'Lakeside Cooling'
  expect(seo.estimateResultMetadata().title).toContain('Lakeside Cooling')
})

test('of stored image texts those are read that can be', () => {
  const van = { selector: 'img', alt: 'A van' }
  expect(readImageAlts(JSON.stringify([van, { selector: 'img[', alt: 'x' }]))).toEqual([van])
  const written = [{ selector: 'main > img', alt: '' }]
  expect(readImageAlts('[{"selector":"main>img","alt":""}]')).toEqual(written)
  for (const text of ['', '{', '{}', '[7]', '['.repeat(50_000)]) {
    expect(readImageAlts(text)).toEqual([])
  }
})
