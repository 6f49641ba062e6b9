import { expect, test } from 'vitest'
import type { DeliveryChannel } from '#/contracts/notifications/deliveries.ts'
import { createBuiltRenderer } from '#/server/render/built-renderer.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { expectNoSecrets, inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'

describeOnDatabase('the mails to a contractor', (database) => {
  const { site } = referralSite(database)

  /** The mail as it arrives. */
  async function read(channel: DeliveryChannel, { offerId, leadId }: Made) {
    const mail = await site.mails(channel, { id: offerId }, leadId)
    if ('cancelled' in mail) throw new Error(mail.cancelled)
    const { renderMail } = await createBuiltRenderer(testConfig().site)
    return renderMail(mail.wanted)
  }
  type Made = { offerId: number; leadId: number }

  test('tell whose job it is after the yes, how to call them, and two alike jobs apart', async () => {
    const phone = '(386) 555-0199'
    const [one, other] = [await site.offered({ phone }), await site.offered({ phone })]
    const asked = [await read('offer', one), await read('offer', other)]
    for (const { subject, text, html } of asked) expectNoSecrets(subject + text + html)
    for (const { link } of [one, other]) await site.open(`${link}/accept`, { callAt: inAnHour() })
    const mine = [await read('match', one), await read('match', other)]
    for (const { subject, text, html } of mine) {
      const [reference = ''] = /\d{3}-\d{4}$/.exec(subject) ?? []
      expect(reference).not.toBe('')
      for (const body of [text, html]) {
        for (const part of ['Greta Secret', '(386) 555-0199', reference, '/offer/']) {
          expect(body).toContain(part)
        }
      }
      expect(html).toContain('href="tel:+13865550199"')
    }
    for (const { offerId } of [one, other]) await site.withdraw(offerId)
    const over = [await read('recall', one), await read('recall', other)]
    for (const { subject, text, html } of over) expectNoSecrets(subject + text + html)
    for (const mails of [asked, mine, over]) expect(mails[0]?.subject).not.toBe(mails[1]?.subject)
    // Which of the two it is that is gone.
    expect(over[0]?.subject.slice(-8)).toBe(mine[0]?.subject.slice(-8))
  })
})
