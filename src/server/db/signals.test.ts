import { expect, test } from 'vitest'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { notify } from './signals.ts'

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
})
