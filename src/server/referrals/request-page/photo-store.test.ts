import { expect, test } from 'vitest'
import { additionLimits } from '#/contracts/referrals/requests.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { adminSite, sendFromForm } from '#tests/support/suite-site.ts'
import { readAdditions } from '../lead/read-additions.ts'
import { addPhoto, removePhoto } from './photo-store.ts'

describeOnDatabase('stored photographs', (database) => {
  const { app, db } = adminSite(database)

  test('may be added and removed forty times in all, so that the history has an end', async () => {
    const { id } = await sendFromForm(app(), db())
    const photo = { image: Buffer.from('x'), thumbnail: Buffer.from('x'), width: 1, height: 1 }
    const add = () => addPhoto(db(), id, photo)
    const list = async () => (await readAdditions(db(), id)).photos
    for (let added = 0; added < additionLimits.photos; added += 1) {
      expect(await add()).toBe('added')
      const [first] = await list()
      await removePhoto(db(), id, first?.id ?? 0)
    }
    expect(await add()).toBe('used up')
    expect(await list()).toEqual([])
  })
})
