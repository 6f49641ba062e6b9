import { expect, test } from 'vitest'
import { findJsonProblems, findProblems, isOfPage, typesIn } from './find-problems.ts'

const places = (text: string) =>
  findJsonProblems(text).map(({ kind, line, column }) => `${kind} ${line}:${column}`)

test('nothing is wrong with schema.org data, or with none', () => {
  expect(places('')).toEqual([])
  expect(places('{"@context":"https://schema.org","@type":"Organization"}')).toEqual([])
  expect(places('[{"@context":["http://schema.org/"],"@type":["A","B"]}]')).toEqual([])
  expect(places('{"@context":{"@vocab":"https://schema.org/"},"@graph":[{"@type":"A"}]}')).toEqual(
    [],
  )
})

test('mistakes are named with their line and column', () => {
  expect(places('{\n  "name": "a",\n  }')).toEqual(['error 3:3'])
  expect(findJsonProblems("{\n  'name': 1}")[0]).toMatchObject({ line: 2, column: 3 })
  expect(places('{"a": 1} // no')).toEqual(['error 1:10'])
  expect(places('{"@type":"A"}')).toEqual(['warning 1:1'])
  expect(places('{\n"@context": "https://example.com",\n"@type": 3}')).toEqual([
    'warning 2:13',
    'warning 3:10',
  ])
  expect(places('{"@context":"https://schema.org","@graph":[{"@type":"A"},\n{}]}')).toEqual([
    'warning 2:1',
  ])
  expect(places('5')).toEqual(['warning 1:1'])
})

test('what is nested too deep is said to be, and not parsed', () => {
  const deep = `{"a":\n${'['.repeat(50_000)}`
  expect(findJsonProblems(deep)).toEqual([
    { kind: 'error', line: 2, column: 32, message: expect.stringContaining('32 deep') },
  ])
  expect(typesIn(deep)).toEqual([])
})

test('the things that are described are named', () => {
  expect(typesIn('{"@graph":[{"@type":"A"},{"@type":["B","C"]}]}')).toEqual(['A', 'B', 'C'])
  expect(typesIn('')).toEqual([])
})

test('what is wrong before anything is sent is named by field', () => {
  const fields = {
    title: ' ',
    description: '',
    keywords: '',
    ogImage: '',
    canonicalUrl: '',
    structuredData: '{',
    structuredDataMode: 'add' as const,
    h1Text: '',
    imageAltTexts: '',
  }
  expect(findProblems(fields)).toMatchObject({
    title: 'Please enter a title.',
    description: 'Please enter a description.',
    structuredData: expect.stringContaining('line 1, column 2'),
  })
})

test.each<[string, boolean]>([
  ['/services', true],
  [' https://Breezeway.example/services/ac-repair', true],
  ['https://breezeway.example', true],
  ['/service', false],
  ['/services/', false],
  ['/admin', false],
  ['https://breezeway.example.org/services', false],
  ['http://breezeway.example/services', false],
  ['https://', false],
])('%j is the address of a page: %s', (address, isSo) => {
  expect(isOfPage(address, 'https://breezeway.example')).toBe(isSo)
})
