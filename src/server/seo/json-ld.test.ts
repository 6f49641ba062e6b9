import { describe, expect, test } from 'vitest'
import { findJsonLdProblem } from './json-ld.ts'

const context = 'https://schema.org'
const business = { '@context': context, '@type': 'HVACBusiness' }

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
