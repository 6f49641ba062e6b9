import { expect, test } from 'vitest'
import { additionLimits } from '#/contracts/referrals/requests.ts'
import { leadHistory } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { adminSite, sendFromForm } from '#tests/support/suite-site.ts'
import { addPhoto, listPhotos, removePhoto } from './photo-store.ts'

describeOnDatabase('stored photographs', (database) => {
  const { app, db } = adminSite(database)

  test('may be added and removed forty times in all, so that the history has an end', async () => {
    const { id } = await sendFromForm(app(), db())
    const photo = { image: Buffer.from('x'), thumbnail: Buffer.from('x'), width: 1, height: 1 }
    const add = () =>
      addPhoto(db(), id, photo, async (tx, leadId, kind) => {
        await tx.insert(leadHistory).values({ leadId, kind })
      })
    for (let added = 0; added < additionLimits.photos; added += 1) {
      expect(await add()).toBe('added')
      const [first] = await listPhotos(db(), id)
      await removePhoto(db(), id, first?.id ?? 0, async () => {})
    }
    expect(await add()).toBe('used up')
    expect(await listPhotos(db(), id)).toEqual([])
  })
})
