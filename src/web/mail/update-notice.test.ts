import { expect, test } from 'vitest'
import { updateNotice } from './update-notice.ts'

test('who is told why a request was closed reads which contractor says so', () => {
  const update = { of: 'reported', companyName: 'Cool Air', reason: 'unreachable' } as const
  const { preview, paragraphs } = updateNotice({
    kind: 'update',
    update,
    isUrgent: false,
    reference: '123-4567',
    link: 'http://127.0.0.1:3000/request/1',
  })
  expect(preview).toBe('Cool Air told us they couldn’t reach you.')
  expect(paragraphs[0]).toMatch(/^Cool Air told us /)
})
