import { expect, test } from 'vitest'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { leadPhotos } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'

describeOnDatabase('the photographs of two requests of one person', (database) => {
  const { db, ask, site } = referralSite(database, { isEmptied: true })
  const person = { phone: '(386) 555-0161', email: 'pat@example.com' }

  async function addPhoto(leadId: number): Promise<number> {
    const bytes = { image: Buffer.from('large'), thumbnail: Buffer.from('small') }
    const [photo] = await db()
      .insert(leadPhotos)
      .values({ leadId, ...bytes, width: 4, height: 3 })
      .returning({ id: leadPhotos.id })
    return photo?.id ?? 0
  }

  /** Two that go together, one of a stranger, and an offer of the first; each with a photograph. */
  async function offered() {
    const contractor = await site.addContractor()
    const [first, second] = [await site.sendLead(person), await site.sendLead(person)]
    const stranger = await site.sendLead()
    const ids = [await addPhoto(first), await addPhoto(second), await addPhoto(stranger)]
    await site.offer(first, contractor.id)
    const [offer] = (await site.referral(first)).offers
    if (!offer) throw new Error('no offer')
    return { first, second, offer, ids, link: await site.linkTo(offer, first) }
  }
  type Made = Awaited<ReturnType<typeof offered>>

  /** Of each photograph whether the contractor gets it, and whether their page shows it. */
  async function seen({ link, ids }: Made) {
    const { body } = await site.open(link)
    const all = []
    for (const id of ids) {
      const { statusCode } = await site.open(`${link}/photos/${id}?size=small`)
      all.push([statusCode, body.includes(`/photos/${id}`)])
    }
    return all
  }
  const theirs = [200, true]
  const not = [404, false]

  test('are shown with the offer, and after the yes; those of another are not there', async () => {
    const made = await offered()
    expect(await seen(made)).toEqual([theirs, theirs, not])
    expect(JSON.stringify(await site.mails('offer', made.offer, made.first))).toContain(
      `"id":${made.ids[1]}`,
    )
    await site.open(`${made.link}/accept`, { callAt: inAnHour() })
    expect(await seen(made)).toEqual([theirs, theirs, not])
  })

  test('are not there any more of one that is over, parted or in quarantine', async () => {
    for (const end of [
      ({ second }: Made) => site.setOutcome(second, 'lost', 'duplicate'),
      ({ second }: Made) => ask('POST', leadPath(apiPaths.leadPart, second)),
      ({ second }: Made) => ask('POST', leadPath(apiPaths.leadQuarantine, second)),
    ]) {
      const made = await offered()
      await end(made)
      expect(await seen(made)).toEqual([theirs, not, not])
      for (const id of [made.first, made.second]) await site.setOutcome(id, 'lost', 'duplicate')
    }
  })

  test('are not there once the offer has ended', async () => {
    const made = await offered()
    await site.withdraw(made.offer.id)
    expect(await seen(made)).toEqual([not, not, not])
  })
})
