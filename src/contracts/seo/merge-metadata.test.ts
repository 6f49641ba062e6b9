import { expect, test } from 'vitest'
import { absoluteAddress, mergeMetadata } from './merge-metadata.ts'
import type { SeoFields } from './seo.ts'

const siteUrl = 'https://breezeway.example'

const fields = (origin: string): SeoFields => ({
  title: `${origin} title`,
  description: `${origin} description`,
  keywords: `${origin} keywords`,
  h1Text: `${origin} heading`,
  canonicalUrl: `/${origin}`,
  ogImage: `https://cdn.example/${origin}.png`,
  structuredData: `{"of":"${origin}"}`,
  structuredDataMode: 'replace',
  imageAltTexts: '',
})
const builtIn = fields('builtin')

const merged = (origin: string) => ({
  title: `${origin} title`,
  description: `${origin} description`,
  keywords: `${origin} keywords`,
  h1Text: `${origin} heading`,
  canonicalUrl: `${siteUrl}/${origin}`,
  ogImage: `https://cdn.example/${origin}.png`,
  structuredData: [`{"of":"${origin}"}`],
})

test('paths become whole addresses', () => {
  expect(absoluteAddress('/about', siteUrl)).toBe(`${siteUrl}/about`)
  expect(absoluteAddress('https://other.example/', siteUrl)).toBe('https://other.example/')
})

test('stored values go over the built-in ones', () => {
  expect(mergeMetadata(undefined, builtIn, siteUrl)).toEqual(merged('builtin'))
  expect(mergeMetadata(fields('stored'), builtIn, siteUrl)).toEqual(merged('stored'))
})

test('an empty value is not stored', () => {
  const names = Object.keys(builtIn) as (keyof SeoFields)[]
  for (const name of names.filter((name) => name !== 'structuredDataMode')) {
    const all = mergeMetadata({ ...fields('stored'), [name]: '' }, builtIn, siteUrl)
    const expected = {
      ...merged('stored'),
      ...(name in all && { [name]: merged('builtin')[name as 'title'] }),
    }
    expect(all).toEqual(expected)
  }
})

test('structured data is added to the built-in one or replaces it', () => {
  const added = mergeMetadata({ ...fields('stored'), structuredDataMode: 'add' }, builtIn, siteUrl)
  expect(added.structuredData).toEqual(['{"of":"builtin"}', '{"of":"stored"}'])
})
