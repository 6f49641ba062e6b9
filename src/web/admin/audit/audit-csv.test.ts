import Papa from 'papaparse'
import { expect, it } from 'vitest'
import type { AuditEntry } from '#/contracts/audit/audit-words.ts'
import { lineOf } from '../shell/csv.ts'
import { auditExport } from './audit-csv.ts'

const entry: AuditEntry = {
  id: 7,
  at: '2026-03-04T19:05:00.000Z',
  action: 'recipient.add',
  result: 'done',
  userId: 'user-1',
  who: 'Maria Ortiz (maria@example.com)',
  role: 'admin',
  address: '192.0.2.7',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
  subject: 'office@example.com',
  leadId: null,
  contractorId: null,
}

const { columns } = auditExport('')
const rowOf = (of: AuditEntry) =>
  Papa.parse<string[]>(lineOf(columns, of), { delimiter: ',' }).data[0]

it('writes an entry in words, with the id of the user', () => {
  const names = ['ID', 'Time (UTC)', 'Who', 'User ID', 'What', 'Result', 'Address', 'Browser']
  expect(columns.map(([name]) => name)).toEqual(names)
  expect(rowOf(entry)).toEqual([
    '7',
    '2026-03-04T19:05:00.000Z',
    'Maria Ortiz (maria@example.com)',
    'user-1',
    'added a recipient: office@example.com',
    'done',
    '192.0.2.7',
    entry.userAgent,
  ])
})

it('has no cell that a spreadsheet would run, whatever a person is called', () => {
  const server = { userId: null, address: null, userAgent: null, subject: null }
  const row = rowOf({ ...entry, ...server, who: '=HYPERLINK("http://evil.example")' })
  expect(row?.[2]).toBe(`'=HYPERLINK("http://evil.example")`)
})
