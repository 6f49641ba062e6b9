import { expect, test } from 'vitest'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { probes } from '../db/tables/schema.ts'
import { forgetOldProbes } from './probe-rows.ts'

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
