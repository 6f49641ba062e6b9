import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ContractorWork } from '#/contracts/referrals/contractor-figures.ts'
import type { ContractorDetail } from '#/contracts/referrals/contractor-page.ts'
import type { ContractorEntry } from '#/contracts/referrals/contractors.ts'
import { apiPaths, contractorDetailPath } from '#/contracts/routes.ts'
import { contractors } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { adminSite } from '#tests/support/suite-site.ts'

/** Requests of the last 200 days with offers, outcomes, ratings and entries, each a little different. */
const season = [
  `select setseed(0.42)`,
  `create temporary table sample as select n, 1 + floor(random() * 3)::int whose, random() r, random() s,
     now() - random() * interval '200 days' as at from generate_series(1, 600) n`,
  `insert into leads (submission_id, content_hash, name, email, phone, phone_as_typed, service, created_at, is_quarantined)
   select n, n, 'Ana', n || '@example.com', 3865550000 + n, 'typed', 'ac-repair', at, n % 17 = 0 from sample`,
  `insert into offers (lead_id, contractor_id, state, offered_at, mailed_at, expires_at, answered_at, call_at)
   select l.id, whose, case when r < 0.6 then 'accepted' when r < 0.7 then 'open' when r < 0.8 then 'expired' else 'declined' end,
     at, at, case when n % 2 = 0 then now() + r * interval '2 days' else at end,
     case when r < 0.6 or r >= 0.8 then at + s * interval '5 hours' end, case when n % 3 = 0 then at + interval '1 day' end
   from sample join leads l on l.submission_id = n::text`,
  `insert into referrals (lead_id, outcome, outcome_at)
   select l.id, case when s < 0.2 then 'matched' when s < 0.8 then 'done' else 'lost' end, at + r * interval '9 days'
   from sample join leads l on l.submission_id = n::text where r < 0.55
   on conflict (lead_id) do update set outcome = excluded.outcome, outcome_at = excluded.outcome_at`,
  `insert into ratings (lead_id, has_come, stars, text, may_publish, rated_at)
   select l.id, true, 1 + n % 5, '', false, now() from sample join leads l on l.submission_id = n::text where s > 0.3`,
  `insert into ledger_entries (contractor_id, kind, amount_cents, created_at)
   select whose, (array['fee', 'fee', 'credit', 'payment'])[1 + n % 4], case when n % 4 < 2 then n * 37 else -n * 13 end, at from sample`,
  `insert into ledger_entries (contractor_id, kind, amount_cents, reverses, created_at)
   select contractor_id, 'reversal', -amount_cents, id, created_at + interval '3 days' from ledger_entries where id % 5 = 0`,
]

describeOnDatabase('what contractors have in hand and have earned', (database) => {
  const { db, ask } = adminSite(database)
  const rowsOf = async <Row>(text: string) =>
    ((await db().execute(sql.raw(text))) as unknown as { rows: Row[] }).rows

  test('are in the list and at each what a person would count', async () => {
    const added = [1, 2, 3, 4].map((place) => contractorFields({ companyName: `No. ${place}` }))
    await db().insert(contractors).values(added)
    for (const statement of season) await db().execute(sql.raw(statement))

    const list = (await ask('GET', apiPaths.contractors)).data as ContractorEntry[]
    expect(list).toHaveLength(4)
    for (const { id, work } of list) {
      // In words of SQL that share nothing with the product's.
      const theirs = `from offers o, leads l where o.lead_id = l.id and o.contractor_id = ${id}
        and o.state = 'accepted' and not l.is_quarantined`
      const outcome = `(select outcome from referrals where lead_id = l.id)`
      const [plain] = await rowsOf<ContractorWork>(`select
        (select count(*) ${theirs} and (${outcome} is null or ${outcome} in ('open', 'matched')))::int "jobsInHand",
        (select count(*) ${theirs} and l.id in (select lead_id from referrals
          where outcome = 'done' and outcome_at > now() - interval '90 days'))::int "jobsDone",
        (select sum(stars)::float8 / count(*) from ratings where lead_id in (select l.id ${theirs})) stars,
        (select count(*) from ratings where lead_id in (select l.id ${theirs}))::int ratings,
        (select coalesce(sum(amount_cents), 0) from ledger_entries
          where contractor_id = ${id} and kind <> 'payment' and created_at > now() - interval '90 days'
          and (reverses is null or reverses not in (select id from ledger_entries where kind = 'payment')))::int "incomeCents"`)
      expect(work).toEqual(
        plain?.stars === null ? plain : { ...plain, stars: expect.closeTo(plain?.stars ?? -1, 8) },
      )
      if (id === 4) expect(work).toMatchObject({ jobsInHand: 0, stars: null, incomeCents: 0 })
      else for (const figure of Object.values(work)) expect(figure).not.toBe(0)
    }
  })

  test('at each are the open offers, the jobs, the rest, and what they owe', async () => {
    const detail = (await ask('GET', contractorDetailPath(1))).data as ContractorDetail
    const ids = async (which: string, order: string) =>
      (
        await rowsOf<{ id: string }>(
          `select o.id from offers o left join referrals r on r.lead_id = o.lead_id
           where o.contractor_id = 1 and ${which} order by ${order} limit 100`,
        )
      ).map(({ id }) => Number(id))
    const isOpen = `(o.state = 'open' and o.expires_at > now())`
    const isJob = `(o.state = 'accepted' and coalesce(r.outcome in ('open', 'matched'), true))`
    const idsOf = (offers: ContractorDetail['past']) => offers.map(({ id }) => id)
    expect(idsOf(detail.open)).toEqual(await ids(isOpen, 'o.expires_at, o.id'))
    expect(idsOf(detail.jobs)).toEqual(await ids(isJob, 'o.call_at, o.id'))
    expect(idsOf(detail.past)).toEqual(
      await ids(`not ${isOpen} and not ${isJob}`, 'o.offered_at desc, o.id desc'),
    )
    for (const { state, answerBy } of detail.open) {
      expect([state, Date.parse(answerBy ?? '') > Date.now()]).toEqual(['open', true])
    }
    const [owed] = await rowsOf<{ cents: string }>(
      `select sum(amount_cents) cents from ledger_entries where contractor_id = 1`,
    )
    expect(detail.balanceCents).toBe(Number(owed?.cents))
  })
})
