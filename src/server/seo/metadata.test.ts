import { expect, test } from 'vitest'
import { areaOnPages, builtInArea } from '#/content/area.ts'
import { business } from '#/content/business.ts'
import { hoursInWords } from '#/contracts/hours/week.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import type { Database } from '../db/database.ts'
import { createPageSeo, readImageAlts } from './metadata.ts'

const site: Site = {
  name: 'Example Air',
  domain: 'site.example',
  phone: '3865550142',
  hours: hoursInWords(business.hours.week),
  isAlwaysAnswered: true,
  ...areaOnPages(builtInArea),
  url: 'https://site.example',
  apiBaseUrl: '',
}

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
