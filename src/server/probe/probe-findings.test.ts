import { expect, test } from 'vitest'
import { findInProbe } from './probe-findings.ts'
import type { ProbeStatus } from './probe-status.ts'

const at = '2026-01-02T12:00:00.000Z'
const well: ProbeStatus = { nextAt: at, isLate: false, last: null, lastDoneAt: null }

test('a probe that failed and one that is late are findings, with when one last arrived', () => {
  expect(findInProbe(well)).toEqual([])
  const times = { dueAt: at, startedAt: at, finishedAt: at }
  const last = { ...times, state: 'failed' as const, durationMs: 1, problem: 'No form.' }
  expect(findInProbe({ ...well, last, lastDoneAt: at })).toMatchObject([
    {
      key: 'probe-failed',
      detail: 'No form. It last arrived Jan 2, 2026, 7:00 AM EST.',
      since: new Date(at),
    },
  ])
  expect(findInProbe({ ...well, isLate: true })).toMatchObject([
    { key: 'probe-late', detail: 'It has never arrived so far.' },
  ])
  expect(findInProbe({ ...well, last: { ...last, state: 'done' } })).toEqual([])
})
