import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { createPageSeo, readImageAlts } from './metadata.ts'

const { site } = readConfig({})

test('what stands in the place of a page follows the name of the business', () => {
  const live = { ...site }
  const seo = createPageSeo({} as Database, live)
  live.name = 'Lakeside Cooling'
  expect(seo.estimateResultMetadata().title).toContain('Lakeside Cooling')
})

test('of stored image texts those are read that can be', () => {
  const van = { selector: 'img', alt: 'A van' }
  expect(readImageAlts(JSON.stringify([van, { selector: 'img[', alt: 'x' }]))).toEqual([van])
  for (const text of ['', '{', '{}', '[7]', '['.repeat(50_000)]) {
    expect(readImageAlts(text)).toEqual([])
  }
})
