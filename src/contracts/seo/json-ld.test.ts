import { describe, expect, test } from 'vitest'
import { findJsonLdProblem, findJsonLdWarnings, jsonLdTypes, positionOf } from './json-ld.ts'

const context = 'https://schema.org'
const business = { '@context': context, '@type': 'HVACBusiness' }

test('an offset becomes a line and a column', () => {
  const text = '{\n  "a": 1\n}'
  expect(positionOf(text, 0)).toEqual({ line: 1, column: 1 })
  expect(positionOf(text, 1)).toEqual({ line: 1, column: 2 })
  expect(positionOf(text, 4)).toEqual({ line: 2, column: 3 })
  expect(positionOf(text, text.length)).toEqual({ line: 3, column: 2 })
})

describe('what is refused', () => {
  test.each<[string, unknown]>([
    ['a thing', business],
    ['a list of things', [business, { '@context': context, '@type': 'Service' }]],
    ['an empty list', []],
    ['a context that is an object', { '@context': { '@vocab': context }, '@type': 'Thing' }],
    ['a context that is a list', { '@context': [context], '@type': 'Thing' }],
    ['a graph', { '@context': context, '@graph': [{ '@type': 'Thing' }] }],
    ['several types', { '@context': context, '@type': ['Organization', 'HVACBusiness'] }],
  ])('not %s', (_what, value) => {
    expect(findJsonLdProblem(value)).toBeUndefined()
  })

  const where = 'its outermost object'
  test.each<[string, unknown, string]>([
    ['a text', 'HVACBusiness', `must hold JSON objects, but ${where} is none.`],
    ['null', null, `must hold JSON objects, but ${where} is none.`],
    ['a list in a list', [business, [business]], 'must hold JSON objects, but entry 2 is none.'],
    [
      'no context',
      { '@type': 'Thing' },
      `needs an "@context", such as "https://schema.org", in ${where}.`,
    ],
    [
      'a context that is a number, in a list',
      [business, business, { '@context': 1, '@type': 'Thing' }],
      'needs an "@context", such as "https://schema.org", in entry 3.',
    ],
    [
      'a context that is null',
      { '@context': null, '@type': 'Thing' },
      `needs an "@context", such as "https://schema.org", in ${where}.`,
    ],
    [
      'neither type nor graph',
      { '@context': context },
      `needs an "@type", such as "Organization", or a "@graph" in ${where}.`,
    ],
    [
      'a graph that is no list',
      { '@context': context, '@graph': { '@type': 'Thing' } },
      `has a "@graph" in ${where} that is not a list of objects.`,
    ],
    [
      'a graph with a text among its objects',
      { '@context': context, '@graph': [{ '@type': 'Thing' }, 'Thing'] },
      `has a "@graph" in ${where} that is not a list of objects.`,
    ],
    [
      'a type that is a number',
      { ...business, '@type': 7 },
      `has an "@type" in ${where} that is not a name or a list of names.`,
    ],
    [
      'a number among the types, beside a graph',
      { '@context': context, '@type': ['Thing', 7], '@graph': [] },
      `has an "@type" in ${where} that is not a name or a list of names.`,
    ],
  ])('%s', (_what, value, problem) => {
    expect(findJsonLdProblem(value)).toBe(problem)
  })
})

describe('what search engines would not understand', () => {
  test.each<[string, unknown]>([
    ['a thing', business],
    ['the other ways to write the context', { ...business, '@context': 'http://schema.org/' }],
    ['a context in a list', { ...business, '@context': ['https://example.com', context] }],
    ['a vocabulary', { ...business, '@context': { '@vocab': `${context}/` } }],
    ['a graph', { '@context': context, '@graph': [{ '@type': 'Thing' }, { '@type': ['A', 'B'] }] }],
  ])('not %s', (_what, value) => {
    expect(findJsonLdWarnings(value)).toEqual([])
  })

  const noContext = '"@context" should be "https://schema.org".'
  const noName = '"@type" should be the name of a type.'
  test.each<[string, unknown, [(string | number)[], string][]]>([
    ['a text', 'x', [[[], 'An object with "@context" and "@type" is expected here.']]],
    [
      'no context',
      { '@type': 'Thing' },
      [[[], '"@context" is missing. "@context" should be "https://schema.org".']],
    ],
    [
      'another context',
      { ...business, '@context': 'https://x.example' },
      [[['@context'], noContext]],
    ],
    [
      'more around the context',
      { ...business, '@context': 'see https://schema.org' },
      [[['@context'], noContext]],
    ],
    [
      'more behind the context',
      { ...business, '@context': 'https://schema.org/docs' },
      [[['@context'], noContext]],
    ],
    ['a null context', { ...business, '@context': null }, [[['@context'], noContext]]],
    ['no type', { '@context': context }, [[[], '"@type" is missing: say what this describes.']]],
    ['an empty type', { ...business, '@type': '' }, [[['@type'], noName]]],
    ['no types in a list', { ...business, '@type': [] }, [[['@type'], noName]]],
    ['a number among types', { ...business, '@type': ['A', 1] }, [[['@type'], noName]]],
    [
      'the second entry of a list, the second of its graph',
      [business, { '@context': context, '@graph': [{ '@type': 'Thing' }, { '@type': 1 }, 3] }],
      [
        [[1, '@graph', 1, '@type'], noName],
        [[1, '@graph', 2], 'An object with "@context" and "@type" is expected here.'],
      ],
    ],
    [
      'a graph that is one object',
      { '@context': context, '@graph': {} },
      [[['@graph'], '"@type" is missing: say what this describes.']],
    ],
  ])('%s', (_what, value, warnings) => {
    expect(findJsonLdWarnings(value).map(({ path, message }) => [path, message])).toEqual(warnings)
  })
})

test('lists the types that are described', () => {
  expect(jsonLdTypes(business)).toEqual(['HVACBusiness'])
  expect(jsonLdTypes([business, { '@type': ['A', 'B'] }, 'text', {}, null])).toEqual([
    'HVACBusiness',
    'A',
    'B',
  ])
  expect(jsonLdTypes({ '@graph': [{ '@type': 'A' }, { '@type': 7 }] })).toEqual(['A', '7'])
})
