import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { DeliveryChannel } from '#/contracts/notifications/deliveries.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { deliveries } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import type { Database } from '../../db/database.ts'
import { addRecipient } from '../recipients/recipients.ts'
import { type ClaimDue, createClaimDue, msUntilDue } from './claims.ts'

const waiting = 2_000
const leaseMs = 60_000

describeOnDatabase('when many deliveries wait', (database) => {
  beforeAll(async () => {
    const { db } = database.handle()
    await addRecipient(db, 'owner@example.com')
    await db.execute(sql`
      insert into leads (submission_id, content_hash, name, email, phone, phone_as_typed, service)
      select i, i, 'Waits', 'waits' || i || '@example.com', 3860000000 + i, '3865550123',
        case when i > ${waiting}::int then ${urgentServiceId} else 'ac-repair' end
      from generate_series(1, ${waiting + 2}::int) i`)
    await db.execute(sql`select queue_deliveries(id) from leads order by id`)
    await db
      .update(deliveries)
      .set({ dueAt: sql`now() + lead_id * interval '1 ms' - interval '1 hour'` })
    await db.execute(sql`analyze deliveries, leads`)
  })

  const channels: DeliveryChannel[] = ['mail', 'confirmation']

  /** How many rows of the tables `work` has read. */
  async function countRead(work: (tx: Database, claimDue: ClaimDue) => Promise<unknown>) {
    return database.handle().db.transaction(async (tx) => {
      const claimDue = createClaimDue(tx, channels, leaseMs)
      // It looks now and then for what is abandoned.
      await claimDue(0)
      const read = async () => {
        const { rows } = (await tx.execute(sql`
          select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count
          from pg_stat_xact_user_tables where relname in ('deliveries', 'leads')`)) as unknown as {
          rows: { count: number }[]
        }
        return rows[0]?.count ?? Number.NaN
      }
      const before = await read()
      await work(tx, claimDue)
      return (await read()) - before
    })
  }

  test('a claim and the look for the next one read few of them', async () => {
    let claimed: number[] = []
    const read = await countRead(async (_tx, claimDue) => {
      const claims = await claimDue(5)
      claimed = claims.map(({ leadId }) => leadId).sort((a, b) => a - b)
    })
    // The emergencies came last.
    expect(claimed).toEqual([1, 2, 3, waiting + 1, waiting + 2])
    expect(read).toBeLessThan(50)
    expect(await countRead((tx) => msUntilDue(tx, channels))).toBeLessThan(10)
  })

  test('a claim reads few of them also when all wait for a later time', async () => {
    const { db } = database.handle()
    await db
      .update(deliveries)
      .set({ attempts: 1, dueAt: sql`now() + interval '1 hour'`, claimToken: null })
    const read = await countRead(async (_tx, claimDue) => {
      expect(await claimDue(5)).toEqual([])
    })
    expect(read).toBeLessThan(10)
  })
})
