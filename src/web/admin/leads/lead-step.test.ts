import { expect, test } from 'vitest'
import { stepOf } from './lead-step.ts'

const waiting = { isQuarantined: false, waitsFor: 'us', isContacted: false, stage: 'new' } as const
const fresh = { ...waiting, reason: null }

test('the next step is an answer and then a contractor, or a call that did not come', () => {
  expect(stepOf(fresh)).toBe('answer')
  expect(stepOf({ ...fresh, isContacted: true })).toBe('ask')
  expect(stepOf({ ...fresh, isContacted: true, stage: 'ours' })).toBe('ask')
  expect(stepOf({ ...fresh, stage: 'matched' })).toBe('check')
  expect(stepOf({ ...fresh, isContacted: true, stage: 'matched' })).toBe('check')
  expect(stepOf({ ...fresh, stage: 'matched', reason: 'quiet' })).toBe('quiet')
})

test('there is none where somebody else has to do something, or nobody', () => {
  expect(stepOf({ ...fresh, stage: 'asked', waitsFor: 'contractor' })).toBeUndefined()
  expect(stepOf({ ...fresh, stage: 'done', waitsFor: 'nobody' })).toBeUndefined()
  expect(stepOf({ ...fresh, isQuarantined: true })).toBeUndefined()
})
