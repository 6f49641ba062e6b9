import { expect, test } from 'vitest'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { probes } from '../db/tables/schema.ts'
import { forgetOldProbes, type ProbeRow } from './probe-rows.ts'
import { findInProbe, type ProbeStatus } from './probe-status.ts'

const at = new Date('2026-01-02T12:00:00.000Z')
const well: ProbeStatus = { nextAt: at, isLate: false, last: undefined, lastDoneAt: null }

test('a probe that failed and one that is late are findings, with when one last arrived', () => {
  expect(findInProbe(well)).toEqual([])
  const last: ProbeRow = {
    ...{ dueAt: at, startedAt: at, finishedAt: at, storedAt: null, durationMs: 1 },
    ...{ state: 'failed', attempts: 1, problem: 'No form.', told: null },
  }
  expect(findInProbe({ ...well, last, lastDoneAt: at })).toMatchObject([
    {
      key: 'probe-failed',
      detail: 'No form. It last arrived Jan 2, 2026, 7:00 AM EST.',
      since: at,
    },
  ])
  expect(findInProbe({ ...well, isLate: true })).toMatchObject([
    { key: 'probe-late', detail: 'It has never arrived so far.' },
  ])
  expect(findInProbe({ ...well, last: { ...last, state: 'done' } })).toEqual([])
})

describeOnDatabase('what is known of probes', (database) => {
  test('is forgotten after a month, but for what was told last', async () => {
    const { db } = database.handle()
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000)
    const row = (ago: number, told: 'failed' | null = null) => ({
      ...{ dueAt: day(ago), finishedAt: day(ago) },
      ...{ state: 'failed' as const, told },
    })
    await db.insert(probes).values([row(60, 'failed'), row(50, 'failed'), row(40), row(30), row(1)])
    await forgetOldProbes(db)
    const left = await db.select({ dueAt: probes.dueAt }).from(probes).orderBy(probes.dueAt)
    const daysAgo = left.map(({ dueAt }) => Math.round((Date.now() - dueAt.getTime()) / 86_400_000))
    expect(daysAgo).toEqual([50, 30, 1])
  })
})
