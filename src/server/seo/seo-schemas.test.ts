import { describe, expect, test } from 'vitest'
import { seoFieldsSchema, seoLimits, seoSaveSchema } from './seo-schemas.ts'

const fields = { title: 'About us', description: 'Who we are.' }

function problemsOf(sent: Record<string, unknown>): Record<string, string> {
  const { error } = seoFieldsSchema.safeParse({ ...fields, ...sent })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message]))
}

const parse = (sent: Record<string, unknown>) => seoFieldsSchema.parse({ ...fields, ...sent })

test('what an editor leaves out is empty, and replaces', () => {
  expect(seoFieldsSchema.parse(fields)).toEqual({
    ...fields,
    keywords: '',
    ogImage: '',
    canonicalUrl: '',
    structuredData: '',
    structuredDataMode: 'replace',
    h1Text: '',
    imageAltTexts: '',
  })
  expect(parse({ keywords: null, ogImage: null })).toMatchObject({ keywords: '', ogImage: '' })
})

test('a page has a title and a description', () => {
  expect(problemsOf({ title: ' ', description: '' })).toEqual({
    title: 'Please enter a title.',
    description: 'Please enter a description.',
  })
})

describe.each([
  ['title', 'The title'],
  ['description', 'The description'],
  ['keywords', 'The keywords'],
  ['structuredData', 'The structured data'],
  ['h1Text', 'The H1'],
  ['imageAltTexts', 'The image texts'],
] as const)('%s', (field, name) => {
  const limit = seoLimits[field]

  test('is called by its name when it is no text', () => {
    expect(problemsOf({ [field]: 7 })).toEqual({ [field]: `${name} must be text.` })
  })

  test('may be as long as its limit, and no longer', () => {
    expect(problemsOf({ [field]: 'a'.repeat(limit) })).toEqual({})
    expect(problemsOf({ [field]: 'a'.repeat(limit + 1) })).toEqual({
      [field]: `${name} can have at most ${limit.toLocaleString('en-US')} characters.`,
    })
  })

  test.each(['\u0000', 'a\u001bb', '\u0084', '\ud800'])('refuses %j', (text) => {
    expect(problemsOf({ [field]: text })).toEqual({
      [field]: `${name} can’t have characters that don’t display. Please remove them.`,
    })
  })

  test('loses the space around it', () => {
    expect(parse({ [field]: ' \n a \t' })[field]).toBe('a')
  })
})

test('what stands in a line of the document’s head becomes one line', () => {
  const lines = 'one\r\n\ttwo\rthree'
  const { title, description, keywords, h1Text, structuredData } = parse({
    title: lines,
    description: lines,
    keywords: lines,
    h1Text: lines,
    structuredData: lines,
  })
  for (const text of [title, description, keywords, h1Text]) expect(text).toBe('one two three')
  expect(structuredData).toBe('one\n\ttwo\nthree')
})

test.each([
  ['<script type="application/ld+json">\n{"@type": "A"}\n</script>', '{"@type": "A"}'],
  [' <SCRIPT>{"@type": "A"}</SCRIPT >\n', '{"@type": "A"}'],
  ['<script>{"@type": "A"}', '<script>{"@type": "A"}'],
  ['{"name": "<script>1</script>"}', '{"name": "<script>1</script>"}'],
])('structured data comes without the tag that it was copied with: %j', (copied, data) => {
  expect(parse({ structuredData: copied }).structuredData).toBe(data)
})

describe.each([
  ['canonicalUrl', 'The canonical URL'],
  ['ogImage', 'The Open Graph image'],
] as const)('%s', (field, name) => {
  test.each(['/about', '/', 'https://example.com/page', 'HTTP://example.com', ''])(
    'may be %j',
    (address) => {
      expect(problemsOf({ [field]: address })).toEqual({})
    },
  )

  test.each([
    '//evil.example',
    '/\\evil.example',
    'about',
    'javascript:alert(1)',
    'seehttps://example.com',
    'https://example.com/a b',
    '/a"b',
  ])('may not be %j', (address) => {
    expect(problemsOf({ [field]: address })).toEqual({
      [field]: `${name} must be a web address such as https://example.com/page, or a path on this site such as /about.`,
    })
  })
})

test('only public pages have metadata', () => {
  const messageFor = (pagePath: unknown) =>
    seoSaveSchema.safeParse({ ...fields, pagePath }).error?.issues[0]?.message
  expect(messageFor('/about')).toBeUndefined()
  expect(messageFor('/admin')).toBe('There’s no public page with this path.')
  expect(messageFor(undefined)).toBe('Say which page this is about: its path, such as /about.')
})
