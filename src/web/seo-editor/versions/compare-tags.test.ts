import { expect, test } from 'vitest'
import type { SeoFields } from '#/contracts/seo/seo.ts'
import { compareTags } from './compare-tags.ts'

const defaults: SeoFields = {
  title: 'About us',
  description: 'Who we are.',
  keywords: '',
  ogImage: '/previews/about.png',
  canonicalUrl: 'https://site.example/about',
  structuredData: '{\n  "@type": "Organization"\n}',
  structuredDataMode: 'replace',
  h1Text: 'About',
  imageAltTexts: '',
}
const page = { stored: undefined, defaults, siteUrl: 'https://site.example' }

/** What differs after a save, by name of the tag. */
function changesOf(saved: Partial<SeoFields>, stored?: SeoFields) {
  const rows = compareTags({ ...page, stored }, { ...defaults, structuredData: '', ...saved })
  const changed = rows.filter(({ now, after }) => now !== after)
  return Object.fromEntries(changed.map(({ name, now, after }) => [name, [now, after]]))
}

test('tags are compared as the server writes them', () => {
  expect(changesOf({})).toEqual({})
  const title = ['About us', 'New']
  const image = ['https://site.example/previews/about.png', 'https://site.example/new.png']
  expect(changesOf({ title: 'New', ogImage: '/new.png', keywords: 'hvac' })).toEqual({
    ...{ title, 'og:title': title, 'twitter:title': title },
    ...{ 'og:image': image, 'twitter:image': image },
    keywords: [undefined, 'hvac'],
  })
  const stored = { ...defaults, title: 'Stored' }
  expect(changesOf({ title: 'Stored' }, stored)).toEqual({})
  const joined = changesOf({ structuredData: '{"@type":"Service"}', structuredDataMode: 'add' })
  expect(JSON.parse(joined['JSON-LD']?.[1] ?? '')).toEqual([
    { '@type': 'Organization' },
    { '@type': 'Service' },
  ])
})
