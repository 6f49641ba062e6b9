/** @module-tag slow */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { Money, Statement } from '#/contracts/money/ledger.ts'
import { creditReasons } from '#/contracts/money/money.ts'
import { monthAfter } from '#/contracts/money/months.ts'
import type { ContractorEntry } from '#/contracts/referrals/contractors.ts'
import { handBackReasons } from '#/contracts/referrals/offer-states.ts'
import type { NamedResult, Results } from '#/contracts/results/results.ts'
import { apiPaths, ledgerPath, offerApiPath } from '#/contracts/routes.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { feeRules, leads } from '../db/tables/schema.ts'
import { linkToContractor } from '../referrals/lead/links.ts'
import { handBack, reportDone } from '../referrals/offers/after-yes.ts'
import { askForCredit } from '../referrals/offers/answer-offer.ts'
import { recordAgreement, withdrawOffer } from '../referrals/offers/manage-offers.ts'
import { setOutcome } from '../referrals/offers/outcome.ts'
import { decideCredit } from './credit-requests.ts'
import { addEntry, localMonth, reverseEntry } from './ledger.ts'

const actor = 'owner@example.com'

/** The same numbers at each run. */
let seed = 20_261_127
function below(limit: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return Math.floor((seed / 2 ** 31) * limit)
}
const oneOf = <Each>(all: readonly Each[]): Each => all[below(all.length)] as Each

const services = ['ac-repair', 'heating-systems', 'duct-cleaning'] as const
const towns = ['Deltona', 'DeBary', null] as const
const sources = ['google', 'yelp', 'phone', 'direct'] as const

describeOnDatabase('500 random requests with what they cost', (database) => {
  const { db, ask, site } = referralSite(database)

  const rows = async <Row>(text: string) =>
    ((await db().execute(sql.raw(text))) as unknown as { rows: Row[] }).rows
  const number = async (text: string) => Number((await rows<{ n: string }>(text))[0]?.n)

  /** Rules of all kinds: for everyone, one contractor, one service, both; of the past and to come. */
  async function addRules([one = 0, other = 0]: number[]) {
    const always = { event: 'accepted', holdsFrom: '2026-01-01' } as const
    const done = { event: 'done', holdsFrom: '2026-01-01' } as const
    await db()
      .insert(feeRules)
      .values([
        { ...always, amountCents: 4_500 },
        { ...always, amountCents: 5_250, holdsFrom: '2026-02-01' },
        { ...always, amountCents: 99_900, holdsFrom: '2099-01-01' },
        { ...always, amountCents: 6_100, service: 'heating-systems' },
        { ...always, amountCents: 3_300, contractorId: one },
        { ...always, amountCents: 2_750, contractorId: one, service: 'ac-repair' },
        { ...always, amountCents: 77_700, contractorId: other, removedAt: new Date() },
        { ...done, percent: 750 },
        { ...done, percent: 333, service: 'duct-cleaning' },
        { ...done, amountCents: 12_000, contractorId: other },
      ])
  }

  async function addLeads(count: number): Promise<number[]> {
    const stored = await db()
      .insert(leads)
      .values(
        Array.from({ length: count }, (_, place) => ({
          ...{ submissionId: crypto.randomUUID(), contentHash: crypto.randomUUID() },
          ...{
            name: 'Ana',
            email: `ana-${place}@example.com`,
            phone: String(3_865_550_000 + place),
          },
          ...{ phoneAsTyped: '386 555', service: oneOf(services), source: oneOf(sources) },
          ...{ town: oneOf(towns), isOutside: false },
          createdAt: new Date(Date.now() - below(80 * 86_400) * 1_000),
        })),
      )
      .returning({ id: leads.id })
    return stored.map(({ id }) => id)
  }

  /** What becomes of a request, as the owner and its contractor tell it. */
  async function live(leadId: number, contractorIds: readonly number[]): Promise<void> {
    const [fate, contractorId, cents] = [below(20), oneOf(contractorIds), 1 + below(500_000)]
    const [credit, handBackReason] = [oneOf(creditReasons), oneOf(handBackReasons)]
    if (fate < 3) return
    const agreed = { contractorId, actor, callAt: new Date() }
    await db().transaction((tx) => recordAgreement(tx, leadId, agreed))
    const offerId = await number(`select id n from offers where lead_id = ${leadId}`)
    const key = { offerId, leadId }
    const fee = () =>
      number(`select id n from ledger_entries where offer_id = ${offerId} and kind = 'fee'
        order by id desc limit 1`)
    const setTo = (outcome: 'matched' | 'done' | 'lost') =>
      db().transaction((tx) =>
        setOutcome(tx, leadId, {
          ...{ outcome, actor, lostReason: outcome === 'lost' ? 'unreachable' : null },
        }),
      )
    const value = (dollars: string | null) =>
      ask('PUT', offerApiPath(apiPaths.jobValue, offerId), { value: dollars })
    if (fate < 5) await handBack(db(), key, handBackReason)
    else if (fate < 6) await db().transaction((tx) => withdrawOffer(tx, offerId, actor))
    else if (fate < 7) await setTo('lost')
    else if (fate < 15) await reportDone(db(), key, fate < 13 ? cents : null)
    else if (fate < 16) await setTo('done')
    if (fate === 8) await value('1234.56')
    if (fate === 9) await value(null)
    if (fate === 10) await setTo('matched')
    if (fate === 11 || fate === 17) {
      const entryId = await fee()
      await askForCredit(db(), key, { entryId, reason: credit, text: '' })
      await decideCredit(db(), entryId, { isGranted: cents % 3 > 0, actor })
    }
    if (fate === 12) await reverseEntry(db(), await fee(), { text: 'A mistake', actor })
  }

  /** What the owner enters by hand, some of which they take back. */
  async function enter(contractorId: number): Promise<void> {
    const kind = oneOf(['payment', 'payment', 'credit', 'fee'] as const)
    await addEntry(db(), contractorId, { kind, amount: 1 + below(90_000), text: 'By hand', actor })
    if (below(3) > 0) return
    const last = await number('select max(id) n from ledger_entries')
    await reverseEntry(db(), last, { text: 'A mistake', actor })
  }

  /** Entries of the last months, as if all had not happened today. */
  async function spreadEntries() {
    for (const statement of [
      'alter table ledger_entries disable trigger ledger_entries_kept',
      'select setseed(0.42)',
      "update ledger_entries set created_at = now() - random() * interval '80 days'",
      'alter table ledger_entries enable trigger ledger_entries_kept',
    ])
      await db().execute(sql.raw(statement))
  }

  /** Of an offer that no user has credited or reversed, what the rules say is what stands in the ledger. */
  async function checkFees() {
    const best = (event: string) => `(
      select case when f.percent is null then f.amount_cents
        else floor((o.job_value_cents * f.percent + 5000) / 10000.0) end
      from fee_rules f
      where f.event = '${event}' and f.removed_at is null and f.holds_from <= current_date
        and coalesce(f.contractor_id, o.contractor_id) = o.contractor_id
        and coalesce(f.service, l.service) = l.service
      order by f.contractor_id is null, f.service is null, f.holds_from desc, f.id desc limit 1)`
    const wrong = await rows(`
      select * from (
        select o.id, coalesce((select sum(amount_cents) from ledger_entries e where e.offer_id = o.id), 0) owed,
          case when o.state = 'accepted' then ${best('accepted')}
            + case when r.outcome = 'done' then coalesce(${best('done')}, 0) else 0 end else 0 end due
        from offers o join leads l on l.id = o.lead_id join referrals r on r.lead_id = l.id
        where not exists (select from ledger_entries e where e.offer_id = o.id and e.actor is not null)
      ) each where owed <> due`)
    expect(wrong).toEqual([])
  }

  const local = (time: string) => `left((${time} at time zone 'America/New_York')::text, 7)`
  const isIncome = `e.kind <> 'payment' and not exists (
    select from ledger_entries paid where paid.id = e.reverses and paid.kind = 'payment')`

  async function checkStatements(contractorId: number): Promise<number> {
    const sum = (which: string) =>
      number(`select coalesce(sum(amount_cents), 0) n from ledger_entries e
        where contractor_id = ${contractorId} and ${which}`)
    const path = ledgerPath(apiPaths.statement, contractorId)
    let closing = 0
    for (
      let month = monthAfter(localMonth(), -4);
      month <= localMonth();
      month = monthAfter(month)
    ) {
      const statement = (await ask('GET', `${path}?month=${month}`)).data as Statement
      expect(statement.openingCents).toBe(closing)
      closing = await sum(`${local('created_at')} <= '${month}'`)
      expect(statement.closingCents).toBe(closing)
      const ofMonth = statement.entries.reduce((all, { amountCents }) => all + amountCents, 0)
      expect(ofMonth).toBe(await sum(`${local('created_at')} = '${month}'`))
    }
    expect(closing).toBe(await sum('true'))
    const { body } = await site.open(await linkToContractor(db(), contractorId, ''))
    expect(body).toContain(formatCents(Math.abs(closing)))
    return closing
  }

  async function checkWork({ id, work }: ContractorEntry) {
    const jobs = (outcome: string) =>
      number(`select count(*) n from offers o join referrals r on r.lead_id = o.lead_id
        where o.contractor_id = ${id} and o.state = 'accepted' and r.outcome = '${outcome}'`)
    expect(work).toMatchObject({
      jobsDone: await jobs('done'),
      jobsInHand: await jobs('matched'),
      incomeCents: await number(`select sum(amount_cents) n from ledger_entries e
        where contractor_id = ${id} and ${isIncome}`),
    })
  }

  async function checkResults() {
    const results = (await ask('GET', `${apiPaths.results}?days=90`)).data as Results
    const split = { bySource: 'source', byService: 'service', byTown: "coalesce(town, 'unknown')" }
    const columns = [
      ...Object.entries({ ...split, byMonth: local('created_at') }),
      ['total', "'all'"],
    ] as [keyof typeof split | 'byMonth' | 'total', string][]
    for (const [key, column] of columns) {
      const found = [results[key]].flat() as NamedResult[]
      const counted = found.map(({ name = 'all', requests, matched, done, incomeCents }) => {
        return [name, { requests, matched, done, incomeCents }]
      })
      const byHand =
        key in split ? `case when lead_id is null then 'by hand' else ${column} end` : column
      const plain = await rows<{ name: string }>(`
        select name, sum(requests)::int requests, sum(matched)::int matched, sum(done)::int done,
          sum(cents)::int "incomeCents" from (
          select ${column} as name, 1 requests, case when outcome in ('matched', 'done') then 1 else 0 end matched,
            case when outcome = 'done' then 1 else 0 end done, 0 cents
          from leads join referrals on lead_id = leads.id
          union all
          select ${byHand}, 0, 0, 0, amount_cents from ledger_entries e where ${isIncome}
        ) each group by name`)
      const expected = plain.map(({ name, ...counts }) => [name, counts])
      expect(Object.fromEntries(counted), key).toEqual(Object.fromEntries(expected))
    }
    expect(results.total.done).toBeGreaterThan(100)
  }

  test('come to the same under Results, at each contractor and in each statement, as plain SQL says', async () => {
    const ids: number[] = []
    for (let added = 0; added < 4; added += 1) ids.push((await site.addContractor()).id)
    await addRules(ids)
    for (const leadId of await addLeads(500)) await live(leadId, ids)
    for (let entered = 0; entered < 80; entered += 1) await enter(oneOf(ids))
    await checkFees()
    await spreadEntries()

    const { accounts } = (await ask('GET', apiPaths.money)).data as Money
    const list = (await ask('GET', apiPaths.contractors)).data as ContractorEntry[]
    let owed = 0
    for (const id of ids) {
      const closing = await checkStatements(id)
      expect(accounts.find((each) => each.contractorId === id)?.balanceCents).toBe(closing)
      owed += closing
    }
    for (const entry of list) await checkWork(entry)
    expect(owed).toBe(await number('select sum(amount_cents) n from ledger_entries'))
    await checkResults()
  })
})
