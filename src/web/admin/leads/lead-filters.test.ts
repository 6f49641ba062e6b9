import { describe, expect, it } from 'vitest'
import {
  changeFilters,
  filterParams,
  noFilters,
  openingFilters,
  parseFilters,
  parseView,
  viewParams,
} from './lead-filters.ts'

describe('the filters', () => {
  it('come back from an address as they went, and from a wrong one as none', () => {
    const filters = {
      q: '+1 (386) & "x"',
      service: 'ac-repair',
      status: 'contacted',
      source: 'google ads',
      stage: 'ours',
      waitsFor: 'visitor',
      contractor: 12,
      quarantined: true,
    } as const
    expect(parseFilters(filterParams(filters))).toEqual(filters)
    const wrong = 'status=gone&quarantined=yes&stage=over&waitsFor=anyone&contractor=-1.5'
    expect(parseFilters(new URLSearchParams(wrong))).toEqual(noFilters)
  })

  it('open the inbox with what waits for the owner, until something else is asked for', () => {
    const viewOf = (address: string) => parseView(new URLSearchParams(address))
    expect(viewOf('')).toEqual({ filters: openingFilters, order: 'waiting' })
    expect(viewOf('lead=5')).toEqual(viewOf(''))
    expect(viewOf('order=oldest')).toEqual({ filters: openingFilters, order: 'oldest' })
    const all = { filters: noFilters, order: 'newest' } as const
    expect(viewOf('waitsFor=anyone')).toEqual(all)
    const search = { ...noFilters, q: 'ann' }
    expect(viewOf('q=ann')).toEqual({ filters: search, order: 'newest' })
    for (const view of [viewOf(''), all, { filters: search, order: 'waiting' } as const]) {
      expect(parseView(viewParams(view))).toEqual(view)
    }
    expect([viewParams(viewOf('')).size, String(viewParams(all))]).toEqual([0, 'waitsFor=anyone'])
  })

  it('find whom they are asked for, and keep an order that was chosen', () => {
    const opening = parseView(new URLSearchParams())
    expect(changeFilters(opening, { q: 'ann' })).toEqual({
      filters: { ...noFilters, q: 'ann' },
      order: 'newest',
    })
    const service = { service: 'ac-repair' }
    expect(changeFilters(opening, service)).toEqual({
      filters: { ...openingFilters, ...service },
      order: 'waiting',
    })
    const oldest = { ...opening, order: 'oldest' } as const
    expect(changeFilters(oldest, { waitsFor: undefined }).order).toBe('oldest')
  })
})
