import { describe, expect, it } from 'vitest'
import type { Lead } from '#/contracts/leads.ts'
import { filterLeads, isFiltering, noFilters } from './lead-filters.ts'

let lastId = 0
const lead = (values: Partial<Lead>): Lead => {
  lastId += 1
  return {
    id: lastId,
    name: 'Jane Smith',
    email: 'jane@example.com',
    phone: '3865550142',
    phoneAsTyped: '386 555 0142',
    address: null,
    service: 'ac-repair',
    message: null,
    createdAt: '2026-03-04T19:05:00.000Z',
    isContacted: false,
    ...values,
  }
}

const finds = (values: Partial<Lead>, search: string) =>
  filterLeads([lead(values)], { ...noFilters, search }).length === 1

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
  const leads = [
    lead({ service: 'ac-repair', isContacted: false }),
    lead({ service: 'ac-repair', isContacted: true }),
    lead({ service: 'duct-cleaning', isContacted: false, name: 'Omar' }),
  ]
  const count = (filters: Partial<typeof noFilters>) =>
    filterLeads(leads, { ...noFilters, ...filters }).length

  it('let everything through at first', () => expect(count({})).toBe(3))
  it('keep one service', () => expect(count({ service: 'ac-repair' })).toBe(2))
  it('keep new ones', () => expect(count({ status: 'new' })).toBe(2))
  it('keep contacted ones', () => expect(count({ status: 'contacted' })).toBe(1))
  it('work together', () => {
    expect(count({ service: 'ac-repair', status: 'new', search: 'jane' })).toBe(1)
    expect(count({ service: 'ac-repair', status: 'new', search: 'omar' })).toBe(0)
  })
  it('keep the order', () => {
    const ids = filterLeads(leads, { ...noFilters, status: 'new' }).map(({ id }) => id)
    expect(ids).toEqual([leads[0]?.id, leads[2]?.id])
  })
  it('know whether one is set', () => {
    expect(isFiltering(noFilters)).toBe(false)
    expect(isFiltering({ ...noFilters, search: '  ' })).toBe(false)
    expect(isFiltering({ ...noFilters, search: 'a' })).toBe(true)
    expect(isFiltering({ ...noFilters, status: 'new' })).toBe(true)
    expect(isFiltering({ ...noFilters, service: 'ac-repair' })).toBe(true)
  })
})
