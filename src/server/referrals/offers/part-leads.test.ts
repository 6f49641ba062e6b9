import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { requestPage } from '#/content/request-page.ts'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { deliveries, leads, referrals } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { createLinkToRequest } from '../lead/links.ts'

describeOnDatabase('one of two requests of a person that is over', (database) => {
  const { db, ask, site } = referralSite(database, { isEmptied: true })
  beforeEach(() => site.setAutomatic(false))

  const person = { name: 'Pat Doe', phone: '(386) 555-0161', email: 'pat@example.com' }
  const read = async (id: number) =>
    (await site.ask<LeadDetails>('GET', leadPath(apiPaths.lead, id))).data
  const pageOf = (id: number) => createLinkToRequest(db(), '')(id)
  const say = async (id: number, add: string) => site.open(await pageOf(id), { add })
  const storedOf = async (id: number) =>
    (await db().select().from(referrals).where(eq(referrals.leadId, id)))[0]

  /** Two that go together, and the contractor who has both. */
  async function two() {
    const contractor = await site.addContractor()
    const first = await site.sendLead({ ...person, message: 'It hums' })
    const second = await site.sendLead({
      ...{ ...person, service: 'heating-systems', message: 'And the ducts' },
    })
    expect((await read(second)).joinedTo).toBe(first)
    return { contractor, first, second }
  }
  async function twoMatched() {
    const made = await two()
    await site.agree(made.first, made.contractor.id, inAnHour())
    const [offer] = (await site.referral(made.first)).offers
    if (!offer) throw new Error('no offer')
    const link = await site.linkTo(offer, made.first, 'match')
    await leave()
    return { ...made, offer, link }
  }
  /** All that is queued has left. */
  const leave = () => db().update(deliveries).set({ state: 'sent', sentAt: new Date() })
  const waiting = (leadId: number, channel: 'match' | 'recall') =>
    db().$count(
      deliveries,
      and(
        ...[eq(deliveries.leadId, leadId), eq(deliveries.channel, channel)],
        eq(deliveries.state, 'pending'),
      ),
    )

  const ways = [
    ['its visitor', 'cancelled', (id: number) => say(id, 'withdrawn')],
    ['the owner as lost', 'lost', (id: number) => site.setOutcome(id, 'lost', 'duplicate')],
    ['the owner as done', 'done', (id: number) => site.setOutcome(id, 'done')],
  ] as const

  test.each(ways)(
    'is parted, closed by %s: its contractor is told once, and reads it no more',
    async (_who, stage, close) => {
      const { first, second, link, offer } = await twoMatched()
      expect((await site.open(link)).body).toContain('And the ducts')
      await close(second)
      expect(await read(second)).toMatchObject({ stage, waitsFor: 'nobody', joinedTo: null })
      expect(await read(first)).toMatchObject({ stage: 'matched', waitsFor: 'contractor' })
      const { body } = await site.open(link)
      expect(body).toContain('It hums')
      for (const gone of ['And the ducts', 'Heating System']) expect(body).not.toContain(gone)
      expect([await waiting(second, 'recall'), await waiting(first, 'recall')]).toEqual([1, 0])
      const mail = await site.mails('recall', offer, second)
      expect(mail).toMatchObject({
        wanted: { why: 'one-of-both', work: { service: 'heating-systems' } },
      })
      // The one that stays is theirs, and its own end is told as ever.
      await leave()
      await say(first, 'withdrawn')
      expect(await waiting(first, 'recall')).toBe(1)
      expect(await site.mails('recall', offer, first)).toMatchObject({
        wanted: { why: 'withdrawn' },
      })
    },
  )

  test('is parted by the owner: its contractor is told, reads it no more, and it goes on', async () => {
    const { first, second, link, offer } = await twoMatched()
    expect((await ask('POST', leadPath(apiPaths.leadPart, second))).status).toBe(204)
    expect(await read(second)).toMatchObject({ stage: 'nobody-left', reason: 'parted' })
    expect((await site.open(link)).body).not.toContain('And the ducts')
    expect([await waiting(second, 'recall'), await waiting(first, 'recall')]).toEqual([1, 0])
    expect(await site.mails('recall', offer, second)).toMatchObject({
      wanted: { why: 'one-of-both' },
    })
  })

  test('whose contractor is only asked is shown no more, and no mail leaves', async () => {
    const { contractor, first, second } = await two()
    await site.offer(first, contractor.id)
    const [offer] = (await site.referral(first)).offers
    const link = await site.linkTo({ id: offer?.id ?? 0 }, first)
    expect((await site.open(link)).body).toContain('Heating System')
    await say(second, 'withdrawn')
    expect((await site.open(link)).body).not.toContain('Heating System')
    expect(await waiting(second, 'recall')).toBe(0)
    expect(await read(second)).toMatchObject({ stage: 'cancelled', waitsFor: 'nobody' })
  })

  test.each([
    ['its visitor, who had cancelled it', 'cancelled', (id: number) => say(id, 'wanted-again')],
    [
      'its visitor, who still needs help',
      'lost',
      async (id: number) => site.open(`${await pageOf(id)}/answer`, { answer: 'still-needed' }),
    ],
    ['the owner', 'lost', (id: number) => site.setOutcome(id, 'open')],
  ] as const)('is joined again by %s', async (_who, how, open) => {
    const { first, second, link, offer } = await twoMatched()
    if (how === 'cancelled') await say(second, 'withdrawn')
    else await site.setOutcome(second, 'lost', 'unreachable')
    await open(second)
    expect(await read(second)).toMatchObject({ stage: 'matched', joinedTo: first })
    expect((await site.open(link)).body).toContain('And the ducts')
    // What was not sent yet is not so any more.
    expect(await site.mails('recall', offer, second)).toHaveProperty('cancelled')
    expect(await waiting(first, 'match')).toBe(1)
    expect(JSON.stringify(await site.mails('match', offer, first))).toContain('And the ducts')
    const { body } = await site.open(await pageOf(second))
    expect(body).toContain(requestPage.matched.saidYes)
    expect(body).not.toContain(requestPage.withdrawn.heading)
  })

  test.each(['visitor', 'owner'])(
    'is the owner’s where the other is over too: by the %s',
    async (who) => {
      const { first, second } = await twoMatched()
      await say(second, 'withdrawn')
      await site.setOutcome(first, 'done')
      if (who === 'visitor') await say(second, 'wanted-again')
      else await site.setOutcome(second, 'open')
      const reopened = { stage: 'nobody-left', waitsFor: 'us', reason: 'reopened', joinedTo: null }
      expect(await read(second)).toMatchObject(reopened)
      const { body } = await site.open(await pageOf(second))
      expect(body).not.toContain(requestPage.withdrawn.heading)
      expect(body).toContain(requestPage.reopened.heading)
      // It can be said again that it is not needed.
      await say(second, 'withdrawn')
      expect(await read(second)).toMatchObject({ stage: 'cancelled', waitsFor: 'nobody' })
    },
  )

  test.each([
    ['done', null, true],
    ['lost', 'duplicate', false],
  ] as const)(
    'leaves the other to us at once where the first is %s and the server asks nobody',
    async (outcome, reason, isAutomatic) => {
      const { first, second } = await twoMatched()
      await site.setAutomatic(isAutomatic)
      await site.setOutcome(first, outcome, reason)
      const parted = { stage: 'nobody-left', waitsFor: 'us', reason: 'parted', joinedTo: null }
      expect(await read(second)).toMatchObject(parted)
      await site.advance()
      expect(await read(second)).toMatchObject(parted)
      const { body } = await site.open(await pageOf(second))
      expect(body).not.toContain(requestPage.matched.saidYes)
      expect(body).not.toContain(requestPage.closed.heading)
    },
  )

  test('gets another contractor asked for the other where the first is lost', async () => {
    const { first, second, contractor } = await two()
    await site.setAutomatic(true)
    await say(first, 'withdrawn')
    expect(await storedOf(second)).toMatchObject({ joinedTo: null, isAutomatic: true })
    await site.advance()
    expect(await read(second)).toMatchObject({
      stage: 'asked',
      companyName: contractor.companyName,
    })
    // Wanted again, it goes with the one that is asked now.
    await say(first, 'wanted-again')
    expect(await read(first)).toMatchObject({ stage: 'asked', joinedTo: second })
  })

  test('is told to its contractor within the hour once, whatever its visitor says meanwhile', async () => {
    const { second } = await twoMatched()
    await say(second, 'withdrawn')
    await leave()
    await say(second, 'wanted-again')
    await leave()
    await say(second, 'withdrawn')
    const [again] = await db()
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.leadId, second), eq(deliveries.channel, 'recall')))
    expect(again?.state).toBe('pending')
    expect((again?.dueAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(3_000_000)
  })

  test('is given back to its contractor by mail within the hour once, however often it is wanted', async () => {
    const { first, second } = await twoMatched()
    const dueIn = async () => {
      const isMatch = and(eq(deliveries.leadId, first), eq(deliveries.channel, 'match'))
      const [mail] = await db().select().from(deliveries).where(isMatch)
      expect(mail?.state).toBe('pending')
      return (mail?.dueAt.getTime() ?? 0) - Date.now()
    }
    const changeMind = async () => {
      await say(second, 'withdrawn')
      await leave()
      await say(second, 'wanted-again')
    }
    await changeMind()
    expect(await dueIn()).toBeLessThan(1_000)
    await leave()
    await changeMind()
    const later = await dueIn()
    expect(later).toBeGreaterThan(3_000_000)
    await say(second, 'withdrawn')
    await say(second, 'wanted-again')
    expect(await dueIn()).toBeLessThanOrEqual(later)
    // Another request of theirs is told at once.
    await site.sendLead({ ...person, service: 'ac-repair' })
    expect(await dueIn()).toBeLessThan(1_000)
  })

  const countWaiting = async () => {
    const { rowCount } = (await db().execute(sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)) as unknown as {
      rowCount: number
    }
    return rowCount
  }

  const spam = (id: number) => site.ask('POST', leadPath(apiPaths.leadQuarantine, id))
  const correct = async (id: number) => {
    const { name, phoneAsTyped, email, address, service, cannotWait } = await read(id)
    const was = { name, phone: phoneAsTyped, email, address, service, cannotWait, town: '' }
    return site.ask('PATCH', leadPath(apiPaths.lead, id), { ...was, name: 'Pat Roe', was })
  }

  test.each([
    ['closed', (id: number) => site.setOutcome(id, 'lost', 'duplicate')],
    ['corrected', correct],
    ['put into quarantine', spam],
  ] as const)(
    'is locked after the one that it goes with, so that neither changes while it is %s',
    async (_how, change) => {
      const { first, second } = await two()
      let changing: Promise<unknown> = Promise.resolve()
      await db().transaction(async (tx) => {
        await tx.select().from(leads).where(eq(leads.id, first)).for('update')
        changing = change(second)
        await expect.poll(countWaiting).toBe(1)
        const stillFree = await tx
          .select({ id: leads.id })
          .from(leads)
          .where(eq(leads.id, second))
          .for('update', { skipLocked: true })
        expect(stillFree).toHaveLength(1)
      })
      await changing
      const { name, stage, isQuarantined } = await read(second)
      expect([name === 'Pat Roe', stage === 'lost', isQuarantined].filter(Boolean)).toHaveLength(1)
    },
  )
})
