import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it, vi } from 'vitest'
import { unescapeFormulas } from '#/contracts/leads/csv.ts'
import type { ExportedLead } from '#/contracts/leads/inbox.ts'
import type { Lead } from '#/contracts/leads/leads.ts'
import { formulasIn, hostileCell } from '#tests/support/leads/formulas-in.ts'
import { exportPages, lineOf } from '../../shell/csv.ts'
import { everythingExport, leadsExport } from './leads-csv.ts'

const lead: Lead = {
  id: 7,
  name: 'Jane Smith',
  email: 'jane@example.com',
  phone: '3865550142',
  phoneAsTyped: '386 555 0142',
  address: '12 Elm St',
  service: 'ac-repair',
  message: 'No cooling',
  createdAt: '2026-03-04T19:05:00.000Z',
  isContacted: false,
}

const view = { filters: {}, order: 'newest' } as const
const { columns } = leadsExport(view)
const lineOfLead = (of: Partial<Lead>) => lineOf(columns, { ...lead, ...of } as ExportedLead)

/** The rows as a reader of CSV sees them. */
const readBack = (csv: string) => Papa.parse<string[]>(csv, { delimiter: ',' }).data
describe('the file of the specification', () => {
  it('has its columns', () => {
    expect([lineOfLead({}), lineOfLead({ id: 8, isContacted: true, message: null })]).toEqual([
      '7,Jane Smith,"(386) 555-0142, jane@example.com",AC Repair & Installation,No cooling,2026-03-04 14:05,New',
      '8,Jane Smith,"(386) 555-0142, jane@example.com",AC Repair & Installation,,2026-03-04 14:05,Contacted',
    ])
  })

  it('gives back 1,000 hostile names and messages, each as one row that runs nothing', () => {
    const long = fc.tuple(hostileCell, fc.nat(1), hostileCell)
    const hostile = long.map(([begin, isLong, end]) => begin + 'x'.repeat(isLong * 3_000) + end)
    fc.assert(
      fc.property(hostile, hostile, (name, message) => {
        const csv = lineOfLead({ name, message })
        const rows = readBack(csv)
        expect(rows).toHaveLength(1)
        expect(rows[0]).toHaveLength(7)
        expect(unescapeFormulas(rows[0]?.[1] ?? '')).toBe(name)
        expect(formulasIn(csv)).toEqual([])
        expect(rows[0]?.[4]).not.toMatch(/[\r\n]/)
      }),
      { numRuns: 1_000 },
    )
  })
})

it('is one file of what is fetched page by page', async () => {
  const starts: number[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    const start = Number(new URL(path, 'http://server').searchParams.get('cursor') ?? 0)
    starts.push(start)
    const data = Array.from({ length: Math.min(1_000, 2_500 - start) }, () => lead)
    return Response.json({ data, nextCursor: start < 2_000 ? String(start + 1_000) : null })
  })
  const file = await exportPages(leadsExport(view))
  const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())
  expect(lines.split('\r\n')).toHaveLength(2_501)
  expect(lines.startsWith('\uFEFFID,Name,Contact Info,Service,Message,Date,Status\r\n')).toBe(true)
  expect(starts).toEqual([0, 1_000, 2_000])
  vi.unstubAllGlobals()
})

describe('the file with everything', () => {
  const whole = {
    ...lead,
    name: '=1+1',
    message: 'One\nTwo',
    stage: 'lost',
    waitsFor: 'nobody',
    companyName: 'Lakeside Air',
    reason: 'unreachable',
    since: '2026-03-05T19:05:00.000Z',
    acceptedAt: null,
    feeCents: 4550,
    calledAt: '2026-03-04T20:10:00.000Z',
  } as ExportedLead

  it('has phone and email in cells of their own, what came of it, and the fee', () => {
    const { columns } = everythingExport(view)
    const [row = []] = readBack(lineOf(columns, whole))
    const cells = Object.fromEntries(columns.map(([name], at) => [name, row[at]]))
    expect(row).toHaveLength(Object.keys(cells).length)
    expect(cells).toMatchObject({
      Name: "'=1+1",
      Phone: '(386) 555-0142',
      Email: 'jane@example.com',
      Message: 'One Two',
      Received: '2026-03-04 14:05',
      Stage: 'Lost',
      'Waiting On': 'Closed',
      Contractor: 'Lakeside Air',
      Outcome: 'Lost',
      Reason: 'Unreachable',
      Accepted: '',
      Talked: '2026-03-04 15:10',
      'Outcome At': '2026-03-05 14:05',
      Fee: '45.50',
    })
  })
})
