import { describe, expect, it } from 'vitest'
import { leadEntry } from '#tests/support/factories.ts'
import {
  filterParams,
  isFiltering,
  matchesFilters,
  noFilters,
  pagePath,
  parseFilters,
} from './lead-filters.ts'

const finds = (values: Parameters<typeof leadEntry>[0], q: string) =>
  matchesFilters(leadEntry(values), { ...noFilters, q })

describe('the search', () => {
  it.each(['jane', '  JANE  smith ', 'e sm', 'JANE@example', 'example.com'])(
    'finds by %j',
    (search) => expect(finds({}, search)).toBe(true),
  )

  it.each(['john', 'smith jane', 'ac-repair', 'jane@example.org'])(
    'does not find by %j',
    (search) => expect(finds({}, search)).toBe(false),
  )

  it.each([
    '3865550142',
    '(386) 555-0142',
    '386.555.0142',
    '386 555 0142',
    '386\u2011555\u20110142',
    '+1 386-555-0142',
    '1-386-555-0142',
    'tel:+13865550142',
    '\u202d(386)\u00a0555-0142\u202c',
    '555-01',
    '+1 (38',
    '0142',
  ])('finds a phone by %j', (search) => expect(finds({}, search)).toBe(true))

  it.each(['387 555', '1 555 0142', '()', '+', '386 x'])('does not find a phone by %j', (search) =>
    expect(finds({}, search)).toBe(false),
  )

  it.each(['+44 20 7946 0958', '020 7946 0958', '0044 20 7946 0958', '7946'])(
    'finds a foreign phone by %j',
    (search) => expect(finds({ phone: '+442079460958' }, search)).toBe(true),
  )

  it('looks past accents and other alphabets', () => {
    expect(finds({ name: 'José Núñez' }, 'jose nunez')).toBe(true)
    expect(finds({ name: 'Jose Nunez' }, 'José')).toBe(true)
    expect(finds({ name: 'مريم الفهد' }, 'الفهد')).toBe(true)
    expect(finds({ name: 'Ana 🧊 Frost' }, '🧊')).toBe(true)
  })

  it('takes the signs of a pattern as they are', () => {
    expect(finds({}, '.*')).toBe(false)
    expect(finds({ name: 'A (B) [C]' }, '(b) [')).toBe(true)
  })
})

describe('the filters', () => {
  const passes = (
    values: Parameters<typeof leadEntry>[0],
    filters: Partial<typeof noFilters>,
  ): boolean => matchesFilters(leadEntry(values), { ...noFilters, ...filters })

  it('let every lead through at first, and none from quarantine', () => {
    expect(passes({}, {})).toBe(true)
    expect(passes({ isQuarantined: true }, {})).toBe(false)
    expect(passes({ isQuarantined: true }, { quarantined: true })).toBe(true)
    expect(passes({}, { quarantined: true })).toBe(false)
  })

  it('keep one service, one status and one source, and work together', () => {
    const lead = { service: 'ac-repair', source: 'facebook', isContacted: true }
    expect(passes(lead, { service: 'ac-repair', status: 'contacted', source: 'facebook' })).toBe(
      true,
    )
    expect(passes(lead, { service: 'duct-cleaning' })).toBe(false)
    expect(passes(lead, { status: 'new' })).toBe(false)
    expect(passes(lead, { source: 'google' })).toBe(false)
    expect(passes(lead, { service: 'ac-repair', q: 'omar' })).toBe(false)
  })

  it('know whether one is set', () => {
    expect(isFiltering(noFilters)).toBe(false)
    expect(isFiltering({ ...noFilters, q: '  ' })).toBe(false)
    expect(isFiltering({ ...noFilters, q: 'a' })).toBe(true)
    expect(isFiltering({ ...noFilters, status: 'new' })).toBe(true)
    expect(isFiltering({ ...noFilters, source: 'yelp' })).toBe(true)
    expect(isFiltering({ ...noFilters, quarantined: true })).toBe(true)
  })

  it('come back from an address as they went, and from a wrong one as none', () => {
    const filters = {
      q: '+1 (386) & "x"',
      service: 'ac-repair',
      status: 'contacted',
      source: 'google ads',
      quarantined: true,
    } as const
    expect(parseFilters(filterParams(filters))).toEqual(filters)
    expect(parseFilters(new URLSearchParams('status=gone&quarantined=yes'))).toEqual(noFilters)
    expect(pagePath(noFilters, { order: 'oldest', limit: 5, cursor: 'a.b' })).toBe(
      '/api/admin/leads?order=oldest&limit=5&cursor=a.b',
    )
  })
})
