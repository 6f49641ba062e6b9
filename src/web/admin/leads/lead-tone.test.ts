import { expect, test } from 'vitest'
import { type Toned, toneOf } from './lead-tone.ts'

const fine: Toned = {
  ...{ isUrgent: false, isQuarantined: false, lateness: 'fine' },
  ...{ stage: 'new', waitsFor: 'us' },
}

test('an emergency comes before lateness, and both before who is waited for', () => {
  expect(toneOf(fine)).toBe('us')
  expect(toneOf({ ...fine, stage: 'nobody-left' })).toBe('us')
  expect(toneOf({ ...fine, lateness: 'late' })).toBe('late')
  expect(toneOf({ ...fine, lateness: 'overdue', isUrgent: true })).toBe('emergency')
  expect(toneOf({ ...fine, stage: 'asked', waitsFor: 'contractor' })).toBe('others')
  expect(toneOf({ ...fine, waitsFor: 'visitor' })).toBe('others')
  expect(toneOf({ ...fine, stage: 'asked', waitsFor: 'contractor', isUrgent: true })).toBe(
    'emergency',
  )
})

test('what is over is done or has no colour, and what is in quarantine has none', () => {
  const over: Toned = { ...fine, waitsFor: 'nobody', isUrgent: true }
  expect(toneOf({ ...over, stage: 'done' })).toBe('done')
  expect(toneOf({ ...over, stage: 'lost' })).toBeUndefined()
  expect(toneOf({ ...over, stage: 'cancelled' })).toBeUndefined()
  expect(toneOf({ ...fine, isUrgent: true, isQuarantined: true })).toBeUndefined()
})
