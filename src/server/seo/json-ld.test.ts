import { describe, expect, test } from 'vitest'
import { findJsonLdProblem, mostLevels, readJson } from './json-ld.ts'

const context = 'https://schema.org'
const business = { '@context': context, '@type': 'HVACBusiness' }

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('what is no JSON, or nested too deep, is refused with its place', () => {
  expect(readJson(nested(mostLevels))).toBeInstanceOf(Array)
  expect(readJson(`{"a":${JSON.stringify(nested(100))}}`)).toEqual({ a: nested(100) })
  expect(() => readJson('{"a": 1,\n}')).toThrow('(line 2 column 1)')
  for (const depth of [mostLevels + 1, 50_000]) {
    expect(() => readJson(nested(depth))).toThrow('nested more than 32 deep')
  }
})

describe('what is refused', () => {
  test.each<[string, unknown]>([
    ['a thing', business],
    ['a list of things', [business, { '@context': context, '@type': 'Service' }]],
    ['a context that is an object', { '@context': { '@vocab': context }, '@type': 'Thing' }],
    ['a graph', { '@context': context, '@graph': [{ '@type': 'Thing' }] }],
    ['several types', { '@context': context, '@type': ['Organization', 'HVACBusiness'] }],
  ])('not %s', (_what, value) => {
    expect(findJsonLdProblem(value)).toBeUndefined()
  })

  const where = 'its outermost object'
  test.each<[string, unknown, string]>([
    ['a text', 'HVACBusiness', `must hold JSON objects, but ${where} isn’t one.`],
    ['a list in a list', [business, [business]], 'must hold JSON objects, but entry 2 isn’t one.'],
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
      'neither type nor graph',
      { '@context': context },
      `needs an "@type", such as "Organization", or a "@graph" in ${where}.`,
    ],
    [
      'a graph with a text among its objects',
      { '@context': context, '@graph': [{ '@type': 'Thing' }, 'Thing'] },
      `has a "@graph" in ${where} that isn’t a list of objects.`,
    ],
    [
      'a number among the types, beside a graph',
      { '@context': context, '@type': ['Thing', 7], '@graph': [] },
      `has an "@type" in ${where} that isn’t a name or a list of names.`,
    ],
  ])('%s', (_what, value, problem) => {
    expect(findJsonLdProblem(value)).toBe(problem)
  })
})
