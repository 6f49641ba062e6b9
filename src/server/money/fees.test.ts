import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import type { ExportedLead } from '#/contracts/leads/inbox.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { feeRules, ledgerEntries } from '../db/tables/schema.ts'
import { makeLink } from '../referrals/store/links.ts'
import { listRules, ruleFor } from './fee-rules.ts'

describeOnDatabase('what contractors are charged', (database) => {
  const { db, site } = referralSite(database)
  beforeEach(async () => {
    await db().update(feeRules).set({ removedAt: new Date() })
  })

  const addRule = (rule: Partial<typeof feeRules.$inferInsert> & { amountCents: number }) =>
    db()
      .insert(feeRules)
      .values({ event: 'accepted', holdsFrom: '2026-01-01', ...rule })
  const entriesOf = (offerId: number) =>
    db()
      .select({
        kind: ledgerEntries.kind,
        event: ledgerEntries.event,
        cents: ledgerEntries.amountCents,
      })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.offerId, offerId))
      .orderBy(ledgerEntries.id)
  const accept = (link: string) => site.open(`${link}/accept`, { callAt: inAnHour() })
  const tellDone = (link: string) => site.open(`${link}/outcome`, { outcome: 'done' })
  /** What the file of requests says that the newest of them has earned. */
  const exported = async () =>
    (await site.ask<ExportedLead[]>('GET', `${api.leadExport.path}?limit=1`)).data[0]?.feeCents
  const fee = (event: string, cents: number) => ({ kind: 'fee', event, cents })
  const reversal = (event: string, cents: number) => ({ kind: 'reversal', event, cents: -cents })

  test('a yes costs a fee, with what the results need and nothing of the visitor', async () => {
    await addRule({ amountCents: 4_500 })
    const { offerId, leadId, contractor, link } = await site.offered({
      visit: '/ https://yelp.com/x',
    })
    expect(await entriesOf(offerId)).toEqual([])
    await accept(link)
    const [row] = await db().select().from(ledgerEntries).where(eq(ledgerEntries.offerId, offerId))
    expect(row).toMatchObject({
      leadId,
      contractorId: contractor.id,
      service: 'ac-repair',
      source: 'yelp',
      text: 'Request accepted',
      actor: null,
      reference: expect.stringMatching(/^\d{3}-\d{4}$/),
    })
    expect(await entriesOf(offerId)).toEqual([fee('accepted', 4_500)])
    expect(JSON.stringify(row)).not.toMatch(/Greta|555.?0199|Hidden/)
  })

  test('an offer says what a yes would cost, by the rule that would charge it', async () => {
    const { contractor, link } = await site.offered()
    const page = async () => (await site.open(link)).body
    expect(await page()).not.toContain('What it costs')
    await addRule({ amountCents: 4_500 })
    await addRule({ amountCents: 6_000, event: 'done' })
    await addRule({ amountCents: 9_900, holdsFrom: '2099-01-01' })
    expect(await page()).toContain('$45.00 if you accept\n$60.00 when the job is done')
    await addRule({ amountCents: 0, contractorId: contractor.id })
    expect(await page()).not.toContain('if you accept')
  })

  const [ofContractor, ofOther] = [{ isTheirs: true }, { isTheirs: false }]
  const [ofService, ofOtherService] = [{ service: 'ac-repair' }, { service: 'duct-cleaning' }]
  type Given = { isTheirs?: boolean; service?: string; holdsFrom?: string; event?: 'done' }
  test.each<[string, Given[], number | undefined]>([
    ['none', [], undefined],
    ['one of another event', [{ event: 'done' }], undefined],
    ['one that holds from tomorrow', [{ holdsFrom: '2026-06-02' }], undefined],
    ['one that holds from today', [{ holdsFrom: '2026-06-01' }], 0],
    ['one of another contractor', [ofOther], undefined],
    ['one of another service', [ofOtherService], undefined],
    ['the contractor over the service', [ofContractor, ofService], 0],
    ['the service over none', [ofService, { holdsFrom: '2026-05-01' }], 0],
    ['both over the contractor', [{ isTheirs: true, service: 'ac-repair' }, ofContractor], 0],
    ['the newest', [{ holdsFrom: '2026-03-01' }, {}], 0],
    ['the one added last, of one day', [{}, {}], 1],
  ])('of the rules decides: %s', async (_name, given, decides) => {
    const [contractor, other] = [await site.addContractor(), await site.addContractor()]
    for (const [place, { isTheirs, ...fields }] of given.entries()) {
      const { id } = isTheirs ? contractor : other
      const contractorId = isTheirs === undefined ? null : id
      await addRule({ amountCents: place, contractorId, ...fields })
    }
    const occasion = { contractorId: contractor.id, service: 'ac-repair', day: '2026-06-01' }
    const rule = ruleFor(await listRules(db()), { ...occasion, event: 'accepted' })
    expect(rule?.amountCents).toBe(decides)
  })

  test('a job that is done costs its own fee, which goes when it is not done after all', async () => {
    await addRule({ amountCents: 4_500 })
    await addRule({ amountCents: 9_900, event: 'done' })
    const { offerId, leadId, link } = await site.offered()
    await accept(link)
    await tellDone(link)
    await tellDone(link)
    const once = [fee('accepted', 4_500), fee('done', 9_900)]
    expect([await entriesOf(offerId), await exported()]).toEqual([once, 14_400])
    await site.setOutcome(leadId, 'matched')
    const less = [...once, reversal('done', 9_900)]
    expect([await entriesOf(offerId), await exported()]).toEqual([less, 4_500])
    await site.setOutcome(leadId, 'done')
    const again = [...once, reversal('done', 9_900), fee('done', 9_900)]
    expect(await entriesOf(offerId)).toEqual(again)
    await site.setOutcome(leadId, 'matched')
    await site.withdraw(offerId)
    expect(await entriesOf(offerId)).toEqual([
      ...[...again, reversal('done', 9_900), reversal('accepted', 4_500)],
    ])
  })

  test('what is handed back costs nothing, however often it is pressed, and a new yes costs again', async () => {
    await addRule({ amountCents: 4_500 })
    const { offerId, leadId, contractor, link } = await site.offered()
    await accept(link)
    const back = () => site.open(`${link}/hand-back`, { reason: 'too-busy' })
    await Promise.all(Array.from({ length: 20 }, back))
    expect(await entriesOf(offerId)).toEqual([fee('accepted', 4_500), reversal('accepted', 4_500)])
    await site.agree(leadId, contractor.id, inAnHour())
    const { offers: made } = await site.referral(leadId)
    expect(await entriesOf(made[1]?.id ?? 0)).toEqual([fee('accepted', 4_500)])
  })

  test('a lost request costs the yes still, and a job nothing whose customer still needs help', async () => {
    await addRule({ amountCents: 4_500 })
    await addRule({ amountCents: 9_900, event: 'done' })
    const [lost, done] = [await site.offered(), await site.offered()]
    for (const { link } of [lost, done]) await accept(link)
    await site.setOutcome(lost.leadId, 'lost', 'unreachable')
    expect(await entriesOf(lost.offerId)).toEqual([fee('accepted', 4_500)])
    await tellDone(done.link)
    await site.open(await makeLink(db(), 'leadId', done.leadId, ''), { add: 'still-needed' })
    expect(await entriesOf(done.offerId)).toEqual([
      ...[fee('accepted', 4_500), fee('done', 9_900)],
      ...[reversal('accepted', 4_500), reversal('done', 9_900)],
    ])
  })

  test('no entry of the ledger is ever changed or deleted', async () => {
    await addRule({ amountCents: 4_500 })
    const { link } = await site.offered()
    await accept(link)
    for (const statement of [
      'update ledger_entries set amount_cents = 1',
      'delete from ledger_entries',
      'truncate ledger_entries cascade',
    ]) {
      await expect(db().execute(statement)).rejects.toThrow()
    }
    expect(await db().$count(ledgerEntries)).toBeGreaterThan(0)
  })
})
