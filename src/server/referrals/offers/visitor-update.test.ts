import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import {
  contractors,
  deliveries,
  deliveryAttempts,
  leads,
  offers,
  referrals,
} from '#/server/db/tables/schema.ts'
import { createBuiltRenderer } from '#/server/render/built-renderer.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { afterYes } from '#tests/support/leads/after-yes.ts'
import { expectNoSecrets, inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { holdLead } from '../lead/held-lead.ts'
import { tellVisitor } from '../lead/tell-of-lead.ts'

describeOnDatabase('the mail that tells a visitor how it stands', (database) => {
  const { db, site } = referralSite(database, { isEmptied: true })
  const { matched, handBack, reportLost, update, leave } = afterYes(db, site)

  const turn = (sendsMails: boolean) => site.ask('PUT', apiPaths.visitorMails, { sendsMails })
  beforeEach(async () => {
    await site.setAutomatic(false)
    await turn(true)
  })

  const queued = () => db().$count(deliveries, eq(deliveries.channel, 'update'))

  /** The mail as it arrives. */
  async function read(leadId: number) {
    const mail = await site.mails('update', { id: 0 }, leadId)
    if ('cancelled' in mail) throw new Error(mail.cancelled)
    const { renderMail } = await createBuiltRenderer(testConfig().site)
    return renderMail(mail.wanted)
  }

  test('is one, however much happens before it leaves, and says what is so then', async () => {
    const made = await matched()
    await leave('introduction')
    await site.open(`${made.link}/on-the-way`, {})
    expect(await update(made.leadId)).toBe('on-the-way')
    await reportLost(made)
    await handBack(made)
    expect(await queued()).toBe(1)
    expect(await update(made.leadId)).toBe('looking')
    const next = await site.addContractor()
    await site.agree(made.leadId, next.id, inAnHour())
    // The introduction of the next one says all of that.
    expect(await update(made.leadId)).toMatch(/told the same/)
  })

  test('is not sent where the same was told since the last change', async () => {
    const made = await matched()
    await leave('introduction')
    await site.open(`${made.link}/on-the-way`, {})
    const [first] = await db().select().from(deliveries).where(eq(deliveries.channel, 'update'))
    await leave('update')
    const at = (ms: number) => new Date(Date.now() + ms)
    const sent = { deliveryId: first?.id ?? 0, durationMs: 5, outcome: 'sent' } as const
    await db()
      .insert(deliveryAttempts)
      .values({ ...sent, at: at(-60_000) })
    const tell = () =>
      db().transaction(async (tx) => {
        const lead = await holdLead(tx, made.leadId)
        if (lead) await tellVisitor(tx, lead)
      })
    await tell()
    expect(await update(made.leadId)).toBe('on-the-way')
    // An attempt that began after that change has told it.
    await db()
      .insert(deliveryAttempts)
      .values({ ...sent, at: at(1000) })
    expect(await update(made.leadId)).toMatch(/told the same/)
  })

  test('says who, what and by which clock, with the reference, and nothing that was typed', async () => {
    const made = await matched()
    const { companyName } = made.contractor
    await reportLost(made, 'unreachable')
    const asked = await read(made.leadId)
    expect(asked.text).toContain(`${companyName} told us: they could not reach you. Is that right?`)
    expect(asked.text).toMatch(/\/request\/[\w-]+/)
    await handBack(made)
    const looking = await read(made.leadId)
    expect(looking.text).toContain('in our opening hours (Mon-Fri')
    expect(looking.text).toMatch(/\d{3}-\d{4}/)
    for (const { text, html, subject } of [asked, looking]) expectNoSecrets(text + html + subject)
    await db().update(leads).set({ cannotWait: true })
    expect((await read(made.leadId)).text).toContain('by the clock, 24/7')
  })

  test('says that another contractor is asked only once one is', async () => {
    const made = await matched()
    await site.setAutomatic(true)
    await handBack(made)
    // The one who fits comes later: until then it waits.
    expect((await read(made.leadId)).text).toContain('You get an email as soon as one says yes')
    expect((await read(made.leadId)).text).not.toContain('We are asking another contractor')
    await site.addContractor()
    await site.advance()
    expect((await read(made.leadId)).text).toContain('We are asking another contractor. They have')
  })

  test('says of a call what is so when it leaves: to come, over, or nothing once they have spoken', async () => {
    const made = await matched()
    await leave('introduction')
    await site.open(`${made.link}/call-time`, { callAt: inAnHour() })
    expect((await read(made.leadId)).text).toMatch(/will call you .*They will call\s/s)
    await db().update(offers).set({ callAt: sql`now()` })
    const late = await read(made.leadId)
    expect(late.subject).toBe('Has your contractor called?')
    expect(late.text).toContain('said that they would call you')
    expect(late.text).not.toContain('will call')
    await site.open(`${made.link}/spoken`, {})
    expect(await site.mails('update', { id: 0 }, made.leadId)).toHaveProperty('cancelled')
    await site.open(`${made.link}/outcome`, { outcome: 'done' })
    const done = await read(made.leadId)
    expect(done.subject).toBe('Is the work done?')
    expect(done.text).not.toContain('will call')
  })

  test('asks where the work is, or says that it is outside, while no contractor had it', async () => {
    const leadId = await site.sendLead()
    await db().update(leads).set({ town: null, isOutside: false })
    await db().update(referrals).set({ placeAskedAt: sql`now()` })
    expect((await read(leadId)).subject).toBe('Where is the work?')
    await db().update(leads).set({ isOutside: true })
    expect((await read(leadId)).text).toContain('outside our area')
  })

  test.each<[string, (made: { leadId: number }) => Promise<unknown>]>([
    ['in quarantine', ({ leadId }) => site.ask('POST', leadPath(apiPaths.leadQuarantine, leadId))],
    ['closed by the owner', ({ leadId }) => site.setOutcome(leadId, 'lost', 'duplicate')],
    ['erased', ({ leadId }) => site.ask('POST', apiPaths.erasures, { leadId, expectedLeads: 1 })],
    ['of a visitor who is sent none any more', () => turn(false)],
  ])('stays when the request is %s', async (_name, end) => {
    const made = await matched()
    await reportLost(made)
    expect(await site.mails('update', { id: 0 }, made.leadId)).toHaveProperty('wanted')
    await end(made)
    expect(await site.mails('update', { id: 0 }, made.leadId)).toHaveProperty('cancelled')
  })

  test('is not queued while mails to visitors are off, and six times a day to an address at most', async () => {
    await turn(false)
    const quiet = await matched()
    await handBack(quiet)
    expect(await queued()).toBe(0)
    await turn(true)
    for (let each = 0; each < 7; each += 1) {
      const made = await matched()
      await db().update(leads).set({ email: 'often@example.com' })
      await handBack(made)
    }
    expect(await queued()).toBe(6)
  })

  test('tells of an owner who takes it back, and of a contractor who was removed', async () => {
    const back = await matched()
    await site.withdraw(back.offerId)
    expect(await update(back.leadId)).toBe('looking')
    const left = await matched()
    await db()
      .update(contractors)
      .set({ removedAt: sql`now()` })
      .where(eq(contractors.id, left.contractor.id))
    await site.advance()
    expect(await update(left.leadId)).toBe('looking')
  })
})
