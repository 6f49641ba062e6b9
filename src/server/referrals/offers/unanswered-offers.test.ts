import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { deliveries, notificationRecipients } from '#/server/db/tables/schema.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { createBuiltRenderer } from '../../render/built-renderer.ts'
import { advanceLead } from './next-offer.ts'

describeOnDatabase('offers by hand that nobody answers', (database) => {
  const { db, site } = referralSite(database, { isEmptied: true })
  beforeAll(async () => {
    await database
      .handle()
      .db.insert(notificationRecipients)
      .values([{ email: 'owner@example.com' }, { email: 'off@example.com', isActive: false }])
  })

  const told = async () =>
    (
      await db()
        .select({ to: deliveries.target })
        .from(deliveries)
        .where(eq(deliveries.channel, 'unmatched'))
    ).map(({ to }) => to)
  const mail = (leadId: number) => site.mails('unmatched', { id: 0 }, leadId)
  /** The time of an open offer, or of all, ends. */
  async function end(id?: number) {
    await site.endTimes(id)
    await site.advance()
  }

  test('the owner is told once, when the last of them ends', async () => {
    const { leadId, offerId } = await site.offered({ name: 'Ann' })
    const { id } = await site.addContractor()
    await site.offer(leadId, id)
    await end(offerId)
    expect(await told()).toEqual([])
    await end()
    await end()
    // A process that found the same offer over comes after the one that ended it.
    expect(await advanceLead(db(), leadId)).toBe(true)
    expect(await told()).toEqual(['owner@example.com'])
    // Who fits was not asked by itself, so nobody says that all were.
    expect((await site.referral(leadId)).hasRunOut).toBe(false)
    const written = await mail(leadId)
    if (!('wanted' in written)) throw new Error('no mail')
    const { renderMail } = await createBuiltRenderer(testConfig().site)
    const { subject, text } = await renderMail(written.wanted)
    expect(subject).toBe('No answer to your offer: Ann, AC Repair & Installation')
    expect(text).toContain(`/admin/form-fills?lead=${leadId}`)
    // The next round is told of again.
    const next = await site.addContractor()
    await site.offer(leadId, next.id)
    expect(await mail(leadId)).toHaveProperty('cancelled')
    await end()
    expect(await told()).toHaveLength(2)
  })

  test.each<[string, (link: string, leadId: number, offerId: number) => Promise<unknown>]>([
    ['somebody has accepted', (link) => site.open(`${link}/accept`, { callAt: inAnHour() })],
    ['somebody has declined', (link) => site.open(`${link}/decline`, { reason: 'too-busy' })],
    ['the owner has withdrawn it', (_, __, offerId) => site.withdraw(offerId)],
    ['it was lost', (_, leadId) => site.setOutcome(leadId, 'lost', 'duplicate')],
    [
      'it is in quarantine',
      (_, leadId) => site.ask('POST', leadPath(apiPaths.leadQuarantine, leadId)),
    ],
  ])('nobody is told when %s', async (_, happen) => {
    const { leadId, offerId, link } = await site.offered()
    await happen(link, leadId, offerId)
    await end()
    expect(await told()).toEqual([])
  })
})
