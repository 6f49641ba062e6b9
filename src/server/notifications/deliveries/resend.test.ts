import { expect, test } from 'vitest'
import { deliveries } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { claimDue } from './claims.ts'
import { storeOutcome } from './outcomes.ts'
import { paceAt } from './pace.ts'

const pace = paceAt(1)
type Failed = { id: number }

const targets = ['https://hooks.example.com/leads', 'owner@example.com']

describeOnDatabase('sending again', (database) => {
  const { ask } = adminSite(database)

  const takeUp = () => claimDue(database.handle().db, 9)
  /** Takes everything up; meanwhile something happens, and then the other side refuses it. */
  async function failWhile(happens: () => Promise<unknown>): Promise<Failed[]> {
    const claims = await takeUp()
    expect(claims.map(({ target }) => target).sort()).toEqual(targets)
    await happens()
    const result = { outcome: 'refused', problem: 'It was refused.', answer: null } as const
    for (const claim of claims) {
      const finished = { ...result, at: new Date(), durationMs: 1 }
      await storeOutcome(database.handle().db, { claim, ...finished }, pace)
    }
    const data = await database.handle().db.select().from(deliveries)
    expect(data.map(({ state }) => state)).toEqual(targets.map(() => 'failed'))
    return data
  }
  const resend = ({ id }: Failed) => ask('POST', `/api/admin/deliveries/${id}/resend`)
  const resendAll = () => ask('POST', '/api/admin/deliveries/resend-failed')
  async function nothingLeaves(failed: Failed[]) {
    for (const delivery of failed) {
      expect(await resend(delivery)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('recipient is disabled or removed') },
      })
    }
    expect((await resendAll()).body.data).toEqual({ resent: 0 })
    expect(await takeUp()).toEqual([])
  }

  test('goes only to those who are active at that moment', async () => {
    const paths: string[] = []
    for (const [path, payload] of [
      ['/api/admin/email-notifications', { email: targets[1] }],
      ['/api/admin/webhooks', { url: targets[0] }],
    ] as const) {
      paths.push(`${path}/${(await ask('POST', path, payload)).body.data.id}`)
    }
    const setActive = async (isActive: boolean) => {
      for (const path of paths) expect((await ask('PATCH', path, { isActive })).status).toBe(200)
    }
    expect((await ask('POST', '/api/contact', contactBody())).status).toBe(201)

    await nothingLeaves(await failWhile(() => setActive(false)))
    await setActive(true)
    expect((await resendAll()).body.data).toEqual({ resent: 2 })

    const failed = await failWhile(() => Promise.resolve())
    for (const delivery of failed) expect((await resend(delivery)).status).toBe(200)

    const remove = () => Promise.all(paths.map((path) => ask('DELETE', path)))
    await nothingLeaves(await failWhile(remove))
  })
})
