import { describe, expect, it } from 'vitest'
import { filterParams, isFiltering, noFilters, pagePath, parseFilters } from './lead-filters.ts'

describe('the filters', () => {
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
