import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { monthAfter } from '#/contracts/days.ts'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { Account, Statement } from '#/contracts/money/ledger.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { feeRules, ledgerEntries, sentStatements } from '../db/tables/schema.ts'
import { localMonth, reverseEntry } from './ledger.ts'
import { createSendStatements, findUnsentStatements } from './send-statements.ts'

describeOnDatabase('the ledger', (database) => {
  const { db, ask, site } = referralSite(database)
  beforeEach(async () => {
    await db().update(feeRules).set({ removedAt: new Date() })
  })

  const rule = (fields: Record<string, unknown> = {}) =>
    ask('POST', api.addFeeRule.path, {
      contractorId: null,
      service: null,
      event: 'accepted',
      price: '45',
      holdsFrom: '2026-01-01',
      ...fields,
    })
  const money = async () => (await ask('GET', api.money.path)).data as Account[]
  const statement = async (contractorId: number, month?: string) => {
    const path = pathTo(api.statement, { contractorId })
    return (await ask('GET', month ? `${path}?month=${month}` : path)).data as Statement
  }
  const enter = (contractorId: number, entry: object) =>
    ask('POST', pathTo(api.ledgerEntry, { contractorId }), entry)
  const reverse = (entryId: number) => ask('POST', pathTo(api.ledgerReversal, { entryId }))
  const accepted = async () => {
    const offered = await site.offered()
    await site.open(`${offered.link}/accept`, { callAt: inAnHour() })
    const [fee] = await db()
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.offerId, offered.offerId))
    return { ...offered, feeId: fee?.id ?? 0 }
  }
  const balance = async (contractorId: number) =>
    (await money()).find((account) => account.contractorId === contractorId)?.balanceCents

  test('rules are added with a date, and taken out; what was charged by them stays', async () => {
    expect(await rule({ price: 'a lot' })).toMatchObject({ status: 400 })
    expect(await rule({ contractorId: 999_999 })).toMatchObject({ status: 409 })
    expect(await rule({ service: 'plumbing' })).toMatchObject({ status: 400 })
    expect((await rule()).status).toBe(201)
    expect((await rule({ event: 'done', price: '0' })).status).toBe(201)
    const { data } = await ask('GET', api.feeRules.path)
    expect(data).toMatchObject([
      { event: 'done', amountCents: 0, holdsFrom: '2026-01-01' },
      { event: 'accepted', amountCents: 4_500, contractorId: null },
    ])
    const { contractor } = await accepted()
    for (const { id } of data)
      expect((await ask('DELETE', pathTo(api.removeFeeRule, { ruleId: id }))).status).toBe(204)
    expect((await ask('DELETE', pathTo(api.removeFeeRule, { ruleId: data[0].id }))).status).toBe(
      404,
    )
    expect((await ask('GET', api.feeRules.path)).data).toEqual([])
    expect(await balance(contractor.id)).toBe(4_500)
  })

  test('a payment, a credit and a fee are entered with what they are for, and reversed once', async () => {
    const { id } = await site.addContractor()
    expect(await enter(id, { kind: 'payment', amount: '45', text: ' ' })).toMatchObject({
      status: 400,
    })
    expect(await enter(id, { kind: 'payment', amount: '0', text: 'Check' })).toMatchObject({
      status: 400,
    })
    expect(await enter(id, { kind: 'reversal', amount: '1', text: 'Check' })).toMatchObject({
      status: 400,
    })
    await enter(id, { kind: 'fee', amount: '$1,200.50', text: 'Sign-up' })
    await enter(id, { kind: 'payment', amount: '200', text: 'Check 1042' })
    await enter(id, { kind: 'credit', amount: '0.50', text: 'Goodwill' })
    expect(await balance(id)).toBe(100_000)
    const { entries, openingCents, closingCents } = await statement(id)
    expect([openingCents, closingCents]).toEqual([0, 100_000])
    expect(entries).toMatchObject([
      { kind: 'fee', amountCents: 120_050, text: 'Sign-up', canBeReversed: true },
      { kind: 'payment', amountCents: -20_000, canBeReversed: true },
      { kind: 'credit', amountCents: -50 },
    ])
    expect(entries[0]?.actor).toContain('@')
    const payment = entries[1]?.id ?? 0
    const answers = await Promise.all(Array.from({ length: 5 }, () => reverse(payment)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    expect(await balance(id)).toBe(120_000)
    const after = (await statement(id)).entries
    expect(after[1]).toMatchObject({ canBeReversed: false })
    expect(after[3]).toMatchObject({ kind: 'reversal', amountCents: 20_000, canBeReversed: false })
    expect((await reverse(after[3]?.id ?? 0)).status).toBe(409)
    expect((await ask('GET', pathTo(api.statement, { contractorId: 999_999 }))).status).toBe(404)
  })

  test('a fee that the owner takes back is owed no more, leaves the offer’s page, and is not charged again', async () => {
    await rule()
    await rule({ event: 'done', price: '50' })
    const { contractor, link, feeId, leadId } = await accepted()
    expect((await site.open(link)).body).toContain('$45.00: Request accepted')
    expect((await reverse(feeId)).status).toBe(201)
    expect(await balance(contractor.id)).toBe(0)
    expect((await statement(contractor.id)).entries[1]).toMatchObject({
      kind: 'reversal',
      text: 'Request accepted',
      amountCents: -4_500,
    })
    expect((await site.open(link)).body).not.toContain('$45.00')
    await site.setOutcome(leadId, 'done')
    const [, , ofDone] = (await statement(contractor.id)).entries
    expect((await reverse(ofDone?.id ?? 0)).status).toBe(201)
    for (const outcome of ['matched', 'done']) await site.setOutcome(leadId, outcome)
    expect(await balance(contractor.id)).toBe(0)
  })

  test('a fee stays as it was charged, whatever becomes of its rule and of the value of the job', async () => {
    await rule({ event: 'done', price: '50' })
    const { contractor, leadId, offerId } = await accepted()
    const value = (text: string | null) =>
      ask('PUT', pathTo(api.jobValue, { offerId }), { value: text })
    expect((await value('x')).status).toBe(400)
    await site.setOutcome(leadId, 'done')
    await db().update(feeRules).set({ removedAt: new Date() })
    await rule({ event: 'done', price: '70' })
    expect((await value('1000')).status).toBe(204)
    await site.setOutcome(leadId, 'done')
    expect(await balance(contractor.id)).toBe(5_000)
    await site.setOutcome(leadId, 'matched')
    await site.withdraw(offerId)
    expect((await value('5')).status).toBe(409)
  })

  test('a statement goes to each contractor once a month, whatever processes run', async () => {
    let [works, tries] = [true, 0]
    let sent: Statement[] = []
    const mail = async (one: Statement) => {
      tries += 1
      return works && Boolean(sent.push(one))
    }
    const processes = [1, 2, 3].map(() => createSendStatements(db(), mail))
    const send = async (now: string) => {
      sent = []
      await Promise.all(processes.map((process) => process(Date.parse(now))))
      return sent
    }
    const found = async (now: string) => {
      const [finding] = await findUnsentStatements(db(), Date.parse(now))
      return finding?.links?.map(({ text }) => text) ?? []
    }
    const day = (dayOfMonth: string | null) =>
      ask('PUT', api.statementSettings.change.path, { dayOfMonth })
    for (const wrong of ['29', '1st']) expect((await day(wrong)).status).toBe(400)
    const [owing, settled] = [await site.addContractor(), await site.addContractor()]
    const add = (contractorId: number, amountCents: number, at: string) =>
      db()
        .insert(ledgerEntries)
        .values({ contractorId, kind: 'fee', amountCents, createdAt: new Date(at) })
    await add(owing.id, 4_500, '2031-03-31T23:59:00-04:00')
    await add(settled.id, 100, '2031-02-11T12:00:00-05:00')
    await add(settled.id, -100, '2031-02-12T12:00:00-05:00')
    await add(settled.id, 700, '2031-04-01T00:00:00-04:00')
    expect(await send('2031-04-03T12:00:00-04:00')).toEqual([])
    await day('3')
    const own = (all: Statement[]) =>
      all.filter(({ contractorId }) => [owing.id, settled.id].includes(contractorId))
    expect(await send('2031-04-02T12:00:00-04:00')).toEqual([])
    expect(await send('2031-04-03T07:59:00-04:00')).toEqual([])
    works = false
    for (const hour of ['12', '13', '14']) await send(`2031-04-03T${hour}:00:00-04:00`)
    const triedBefore = tries
    // Each process tries once a day, and the owner hears of it from the day after on.
    expect(await send('2031-04-03T15:00:00-04:00')).toEqual([])
    expect([tries, await found('2031-04-03T15:00:00-04:00')]).toEqual([triedBefore, []])
    expect(await found('2031-04-04T07:00:00-04:00')).toContain(owing.companyName)
    expect(await found('2031-04-11T07:00:00-04:00')).toEqual([])
    works = true
    expect(own(await send('2031-04-04T12:00:00-04:00'))).toMatchObject([
      { contractorId: owing.id, month: '2031-03', openingCents: 0, closingCents: 4_500 },
    ])
    expect(await send('2031-04-05T13:00:00-04:00')).toEqual([])
    expect(await found('2031-04-04T13:00:00-04:00')).toEqual([])
    expect(own(await send('2031-05-04T12:00:00-04:00'))).toMatchObject([
      { contractorId: owing.id, month: '2031-04', openingCents: 4_500, entries: [] },
      { contractorId: settled.id, openingCents: 0, closingCents: 700 },
    ])
    expect(await send('2031-06-06T12:00:00-04:00')).toEqual([])
    expect((await statement(owing.id, '2031-03')).sentAt).not.toBeNull()
    expect(await db().$count(sentStatements)).toBeGreaterThan(2)
    await day(null)
  })

  test('what 500 random entries and reversals come to is the same everywhere, to the cent', async () => {
    const ids = [await site.addContractor(), await site.addContractor()].map(({ id }) => id)
    let seed = 42
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed % below
    }
    const start = Date.parse('2026-01-01T05:00:00Z')
    const rows = Array.from({ length: 500 }, () => {
      const contractorId = ids[random(2)] ?? 0
      const kind = (['fee', 'fee', 'credit', 'payment'] as const)[random(4)] ?? 'fee'
      const amount = 1 + random(100_000)
      const at = new Date(start + random(300 * 86_400) * 1_000)
      return { contractorId, kind, amountCents: kind === 'fee' ? amount : -amount, createdAt: at }
    })
    const stored = await db().insert(ledgerEntries).values(rows).returning()
    for (const { id } of stored) {
      if (random(4) === 0) await reverseEntry(db(), id, { actor: 'Ana' })
    }
    for (const id of ids) {
      const plain = async (where: string) => {
        const { rows } = await db().execute<{ cents: string }>(
          `select coalesce(sum(amount_cents), 0) cents from ledger_entries where contractor_id = ${id} and ${where}`,
        )
        return Number(rows[0]?.cents)
      }
      let opening = 0
      for (let month = '2025-12'; month <= localMonth(); month = monthAfter(month)) {
        const { openingCents, closingCents, entries } = await statement(id, month)
        const inMonth = `to_char(created_at at time zone 'America/New_York', 'YYYY-MM')`
        expect(openingCents).toBe(opening)
        expect(closingCents).toBe(await plain(`${inMonth} <= '${month}'`))
        const sum = entries.reduce((all, { amountCents }) => all + amountCents, 0)
        expect(sum).toBe(await plain(`${inMonth} = '${month}'`))
        opening = closingCents
      }
      expect(opening).toBe(await plain('true'))
      expect(await balance(id)).toBe(opening)
    }
  })
})
