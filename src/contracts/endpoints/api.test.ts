import { expect, onTestFinished, test, vi } from 'vitest'
import { api, pathTo } from './api.ts'

test('an address has the parameters of its path, and the others as its query', () => {
  expect(pathTo(api.leadPhoto, { leadId: 7, photoId: 8 })).toBe('/api/admin/leads/7/photos/8')
  expect(pathTo(api.backup, { file: 'a/b' })).toBe('/api/admin/backups/a%2Fb')
  expect(pathTo(api.statement, { contractorId: 7, month: undefined })).toBe(
    '/api/admin/money/contractors/7',
  )
  expect(pathTo(api.leads, { limit: 3, q: 'a b' })).toBe('/api/admin/leads?limit=3&q=a+b')
})

test('an address has its query where a browser cannot count it', () => {
  const count = vi.spyOn(URLSearchParams.prototype, 'size', 'get')
  onTestFinished(count.mockReturnValue(undefined as never).mockRestore)
  expect(pathTo(api.leads, { limit: 3 })).toBe('/api/admin/leads?limit=3')
})
