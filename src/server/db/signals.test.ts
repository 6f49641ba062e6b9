import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { describeOnDatabase } from '#tests/support/databases.ts'
import type { Database } from './database.ts'
import { createAnnounce, notify } from './signals.ts'

describeOnDatabase('signals', (database) => {
  test('are received when the transaction commits, and not when it is rolled back', async () => {
    const { db, listen } = database.handle()
    const received: string[] = []
    await listen('seo_changed', { onMessage: (payload) => received.push(payload) })
    const undone = db.transaction(async (tx) => {
      await notify(tx, 'seo_changed', 'undone')
      throw new Error('on purpose')
    })
    await expect(undone).rejects.toThrow('on purpose')
    await db.transaction(async (tx) => {
      await notify(tx, 'seo_changed', '/it’s "here"')
      await notify(tx, 'leads_changed', 'for others')
      expect(received).toEqual([])
    })
    await expect.poll(() => received).toEqual(['/it’s "here"'])
  })

  test('that are announced have no payload', async () => {
    const { db, listen } = database.handle()
    const received: string[] = []
    await listen('deliveries_due', { onMessage: (payload) => received.push(payload) })
    createAnnounce(db)('deliveries_due')
    await expect.poll(() => received).toEqual([''])
  })
})

/** A database that answers when the test says so. `sent` are the channels that were notified. */
function slowDatabase() {
  const sent: unknown[] = []
  const answers: PromiseWithResolvers<void>[] = []
  const db = {
    execute(query: Parameters<PgDialect['sqlToQuery']>[0]) {
      sent.push(new PgDialect().sqlToQuery(query).params[0])
      const answer = Promise.withResolvers<void>()
      answers.push(answer)
      return answer.promise
    },
  }
  return { db: db as unknown as Database, sent, answers }
}

test('what is announced while signals are being sent is sent after them, once', async () => {
  const { db, sent, answers } = slowDatabase()
  const announce = createAnnounce(db, 1)
  announce('leads_changed')
  announce('deliveries_due')
  announce('leads_changed')
  const together = ['leads_changed', 'deliveries_due']
  await expect.poll(() => sent).toEqual([together])
  for (let i = 0; i < 10; i += 1) announce('leads_changed')
  // Each announcement has been handled by now.
  await new Promise(setImmediate)
  expect(sent).toHaveLength(1)
  for (const { resolve } of answers) resolve()
  await expect.poll(() => sent).toEqual([together, ['leads_changed']])
  answers.at(-1)?.resolve()
})

test('a signal that cannot be sent does not hold up later ones', async () => {
  const { db, sent, answers } = slowDatabase()
  const announce = createAnnounce(db, 1)
  announce('leads_changed')
  await expect.poll(() => sent).toHaveLength(1)
  answers[0]?.reject(new Error('the connection is lost'))
  announce('seo_changed')
  await expect.poll(() => sent.slice(1)).toEqual([['seo_changed']])
  answers[1]?.resolve()
})
