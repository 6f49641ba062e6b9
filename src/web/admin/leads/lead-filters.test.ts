import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { changeFilters, parseFilters, parseView, viewParams } from './lead-filters.ts'

const viewOf = (address: string) => parseView(new URLSearchParams(address))
const opening = { filters: { waitsFor: 'us' }, order: 'waiting' } as const
const all = { filters: {}, order: 'newest' } as const

describe('the filters', () => {
  it('come back from an address as they went, and from a wrong one as none', () => {
    const filters = {
      q: '+1 (386) & "x"',
      service: 'ac-repair',
      status: 'contacted',
      source: 'google ads',
      stage: 'ours',
      waitsFor: 'visitor',
      contractor: '12',
      quarantined: 'true',
    }
    expect(parseFilters(new URLSearchParams(filters))).toEqual(filters)
    const wrong = 'status=gone&quarantined=yes&stage=over&waitsFor=anyone&contractor=-1.5'
    expect(parseFilters(new URLSearchParams(`${wrong}&q=+&toString=x`))).toEqual({})
  })

  it('open the inbox with what waits for the owner, until something else is asked for', () => {
    expect(viewOf('')).toEqual(opening)
    expect(viewOf('lead=5')).toEqual({ ...opening, leadId: 5 })
    expect(viewOf('order=oldest')).toEqual({ ...opening, order: 'oldest' })
    expect(viewOf('waitsFor=anyone')).toEqual(all)
    const search = { filters: { q: 'ann' }, order: 'newest' } as const
    expect(viewOf('q=ann')).toEqual(search)
    for (const view of [opening, all, { ...search, order: 'waiting', leadId: 7 } as const]) {
      expect(parseView(viewParams(view))).toEqual(view)
    }
    expect([String(viewParams(opening)), String(viewParams(all))]).toEqual(['', 'waitsFor=anyone'])
  })

  it('are read where a browser cannot count what an address asks for', () => {
    const count = vi.spyOn(URLSearchParams.prototype, 'size', 'get')
    onTestFinished(count.mockReturnValue(undefined as never).mockRestore)
    expect(viewOf('q=ann').filters).toEqual({ q: 'ann' })
  })

  it('find whom they are asked for, and keep an order that was chosen', () => {
    expect(changeFilters(opening, { q: 'ann' })).toEqual({ ...all, filters: { q: 'ann' } })
    const filters = { waitsFor: 'us', service: 'ac-repair' }
    expect(changeFilters(opening, { service: 'ac-repair' })).toEqual({ ...opening, filters })
    expect(changeFilters({ ...opening, filters })).toEqual(all)
    const oldest = { ...opening, order: 'oldest' } as const
    expect(changeFilters(oldest, { waitsFor: '' })).toEqual({ ...all, order: 'oldest' })
  })
})
