import { expect, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { localMinute, opensOn } from '#/server/time/business-hours.ts'
import { localDay } from '#/server/time/local-day.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { requestSite } from '#tests/support/leads/request-site.ts'

const day = 86_400_000
const inDays = (days: number) => localDay(Date.now() + days * day)

describeOnDatabase('a request that is put off', (database) => {
  const { ask, site, open, send, go, stands, news, history, detailsOf, addContractor } =
    requestSite(database)
  const putOff = (leadId: number, when = inDays(5), reason = '') =>
    ask('PUT', pathTo(api.setReminder, { leadId }), { when, reason })

  /** One that the owner has called, and for which nobody fits. */
  async function called(fields = {}) {
    const made = await send(fields)
    await go()
    await ask('PATCH', pathTo(api.leadContactStatus, { leadId: made.leadId }), {
      isContacted: true,
    })
    return made
  }

  test('is out of what waits for us until then, and the owner is told once that it is back', async () => {
    const { leadId } = await called()
    const { data } = await putOff(leadId, inDays(5), 'Ask for the model')
    expect(data).toEqual({ isSooner: false, isPutOff: true, at: opensOn(inDays(5)).toISOString() })
    expect(await stands(leadId)).toMatch(/^ours later/)
    expect(await detailsOf(leadId)).toMatchObject({
      remindAt: data.at,
      remindReason: 'Ask for the model',
    })
    await go(24 * 3)
    expect(await stands(leadId)).toMatch(/^ours later/)
    await go(24 * 3)
    expect(await stands(leadId)).toMatch(/^ours us/)
    expect((await news()).filter((line) => line === 'Snooze ended')).toHaveLength(1)
    expect((await history(leadId)).slice(-2)).toEqual([
      expect.stringMatching(/^Snoozed until .*: Ask for the model$/),
      'Snooze ended',
    ])
    await putOff(leadId)
    for (const status of [204, 204])
      expect((await ask('DELETE', pathTo(api.removeReminder, { leadId }))).status).toBe(status)
    expect(await stands(leadId)).toMatch(/^ours us/)
    expect((await history(leadId)).at(-1)).toBe('Snooze canceled')
  })

  test('is shown again when the business opens, of a day in its time zone', async () => {
    const { leadId } = await called()
    const at = async (when: string) => new Date((await putOff(leadId, when)).data.at)
    expect((await at('tomorrow')).getTime()).toBe(opensOn(inDays(1)).getTime())
    const monday = await at('monday')
    expect([monday.getUTCDay(), localMinute(monday).slice(11)]).toEqual([1, '07:00'])
    expect(((await at('hours')).getTime() - Date.now()) / 3_600_000).toBeCloseTo(3, 1)
    for (const when of [inDays(-1), inDays(367), 'someday', ''])
      expect([when, (await putOff(leadId, when)).status]).toEqual([when, 400])
    expect((await putOff(leadId, inDays(1), 'x'.repeat(201))).status).toBe(400)
    expect((await putOff(999_999)).status).toBe(404)
  })

  test('is hidden no longer than its visitor was promised, and an emergency not at all', async () => {
    const { leadId } = await send()
    await go()
    expect((await putOff(leadId)).data).toMatchObject({ isSooner: true, isPutOff: true })
    await go(24 * 6)
    expect(await stands(leadId)).toMatch(/^ours us/)
    const refused = await putOff(leadId)
    expect([refused.status, refused.message]).toEqual([
      409,
      'You can’t snooze this request: our promise to the customer is due.',
    ])
    const urgent = await called({ service: 'emergency-hvac' })
    expect((await putOff(urgent.leadId)).status).toBe(409)
    const other = await called()
    await putOff(other.leadId)
    await ask('PUT', pathTo(api.leadUrgency, { leadId: other.leadId }), { cannotWait: true })
    expect(await stands(other.leadId)).toMatch(/^ours us/)
  })

  test('is in sight at once when its visitor writes, another request joins it, or it comes back', async () => {
    const { leadId, page } = await called({ email: 'same@example.com' })
    await putOff(leadId)
    await open(page, { add: 'word', word: 'It got worse' })
    expect(await stands(leadId)).toMatch(/^ours us/)
    await putOff(leadId)
    const joined = await send({ email: 'same@example.com' })
    expect(await stands(leadId)).toMatch(/^ours us/)
    // Of both the first has it, whichever the user sees.
    await putOff(joined.leadId)
    expect(await stands(leadId)).toMatch(/^ours later/)
    const { id } = await addContractor()
    await site.agree(leadId, id, inAnHour())
    await putOff(leadId)
    await site.withdraw((await site.referral(leadId)).offers[0]?.id ?? 0)
    expect(await stands(leadId)).toBe('ours us taken-back')
    await site.setOutcome(leadId, 'lost', 'unreachable')
    expect([await detailsOf(leadId), (await putOff(leadId)).status]).toMatchObject([
      { waitsFor: 'nobody', remindAt: null },
      409,
    ])
  })
})
