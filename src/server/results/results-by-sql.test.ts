import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { NamedResult, Results } from '#/contracts/results/results.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { towns } from '#/contracts/site/towns.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import type { Database } from '../db/database.ts'
import { contractors } from '../db/tables/schema.ts'

/** Leads of the last 60 days, each a little different, with what became of them and what they cost. */
async function fill(db: Database) {
  await db.insert(contractors).values(contractorFields())
  for (const statement of [
    `select setseed(0.42)`,
    `create temporary table sample as select n, random() r, random() s, random() t, random() u,
       now() - random() * interval '60 days' as at from generate_series(1, 500) n`,
    `insert into leads (submission_id, content_hash, name, email, phone, phone_as_typed, service, source,
       town, is_outside, created_at, is_quarantined, consent_page, attribution, first_contacted_at, answer_minutes)
     select n, n, 'Ana', 'ana@example.com', '3865550123', '3865550123',
       (array['ac-repair', 'duct-cleaning', 'emergency-hvac'])[1 + floor(r * 3)],
       (array['google', 'yelp', 'phone', 'direct'])[1 + floor(s * 4)],
       case when t < 0.7 then (array['${towns[0]}', '${towns[1]}', '${towns[2]}'])[1 + floor(r * 3)] end,
       t > 0.9, at, u < 0.1, (array['/contact', '/', '/no-such'])[1 + floor(t * 3)],
       jsonb_build_object('landingPage', (array['/?gclid=1', '/services#top', '/x'])[1 + floor(u * 3)]),
       case when s < 0.8 then at + r * interval '3 days' end, case when s < 0.8 then floor(r * 900) end
     from sample`,
    `insert into referrals (lead_id, outcome, joined_to)
     select id, (array['open', 'matched', 'done', 'lost', 'lost'])[1 + id % 5],
       case when id % 11 = 0 then id - 1 end from leads
     on conflict (lead_id) do update set outcome = excluded.outcome, joined_to = excluded.joined_to`,
    `insert into offers (lead_id, contractor_id, state, expires_at, answered_at)
     select id, 1, 'accepted', now(), created_at + id % 7 * interval '5 hours' from leads where id % 5 in (1, 2, 3)`,
    `insert into ledger_entries (contractor_id, kind, amount_cents, lead_id, service, source, town, created_at)
     select 1, 'fee', 100 + n * 37 % 9000, l.id, l.service, l.source, case when is_outside then 'outside' else town end,
       at + r * interval '5 days' from sample join leads l on l.submission_id = n::text where s < 0.7`,
    `insert into ledger_entries (contractor_id, kind, amount_cents, created_at)
     select 1, case when s < 0.5 then 'payment' else 'credit' end, -n * 13, at from sample where n % 4 = 0`,
    `insert into phone_taps (day, page, source, count)
     select (at at time zone 'America/New_York')::date, '/', 'direct', count(*) from sample group by 1`,
    `insert into ledger_entries (contractor_id, kind, amount_cents, lead_id, service, source, town, reverses, created_at)
     select 1, 'reversal', -amount_cents, lead_id, service, source, town, id, created_at + interval '1 day'
     from ledger_entries where id % 3 = 0`,
  ]) {
    await db.execute(statement)
  }
}

/** The columns by which the figures are split, in words of SQL that share nothing with the product's. */
const local = (time: string) => `(${time} at time zone 'America/New_York')`
const splits: [keyof Results, lead: string, entry?: string][] = [
  ['bySource', 'l.source', "case when e.lead_id is null then 'by hand' else e.source end"],
  ['byService', 'l.service', "case when e.lead_id is null then 'by hand' else e.service end"],
  [
    'byTown',
    "case when l.is_outside then 'outside' when l.town is null then 'unknown' else l.town end",
    "case when e.lead_id is null then 'by hand' when e.town is null then 'unknown' else e.town end",
  ],
  ['byMonth', `left(${local('l.created_at')}::text, 7)`, `left(${local('e.created_at')}::text, 7)`],
  [
    'byLanding',
    `case l.attribution->>'landingPage' when '/?gclid=1' then '/' when '/services#top' then '/services' else 'other' end`,
  ],
  ['byPage', "case when l.consent_page in ('/', '/contact') then l.consent_page else 'other' end"],
]

describeOnDatabase('results', (database) => {
  const { db, ask } = adminSite(database)

  test.each([7, 30])('of %s days and 500 random requests are what plain SQL says', async (days) => {
    if ((await db().$count(contractors)) === 0) await fill(db())
    const results = (await ask('GET', `${apiPaths.results}?days=${days}`)).data as Results
    const rows = async (text: string) =>
      ((await db().execute(sql.raw(text))) as unknown as { rows: Record<string, unknown>[] }).rows
    const isRecent = (time: string, ago = days) =>
      `${local(time)}::date > ${local('now()')}::date - ${ago}`
    const isBefore = (time: string) => `${isRecent(time, 2 * days)} and not ${isRecent(time)}`
    const waits = (value: string) => `
      (percentile_cont(0.5) within group (order by ${value}))::float8`
    const requests = (when: string, by = "'all'") => `
      select ${by} as name, count(*)::int requests, count(l.first_contacted_at)::int answered,
        (count(*) filter (where r.outcome = 'matched') + count(*) filter (where r.outcome = 'done'))::int matched,
        (count(*) filter (where r.outcome = 'done'))::int done
      from leads l
      left join referrals o on o.lead_id = l.id
      left join referrals r on r.lead_id = case when o.joined_to is null then l.id else o.joined_to end
      where l.is_quarantined = false and ${when} group by 1`
    const income = (when: string, by = "'all'") => `
      select ${by} as name, sum(e.amount_cents)::int cents from ledger_entries e
      where e.id not in (select id from ledger_entries where kind = 'payment')
        and (e.reverses is null or e.reverses not in (select id from ledger_entries where kind = 'payment'))
        and ${when} group by 1`
    const middle = (when: string) => `
      select ${waits('l.answer_minutes')} answer,
        ${waits(`(select extract(epoch from o.answered_at - l.created_at) / 60 from offers o
          where o.lead_id = r.lead_id and o.state = 'accepted' and r.outcome in ('matched', 'done'))`)} match
      from leads l
      left join referrals own on own.lead_id = l.id
      left join referrals r on r.lead_id = coalesce(own.joined_to, l.id)
      where not l.is_quarantined and ${when}`
    const taps = (when: string) =>
      `select coalesce(sum(count), 0)::int taps from phone_taps where ${when}`
    const figuresOf = ({ requests, answered, matched, done, incomeCents }: NamedResult) => ({
      ...{ requests, answered, matched, done, incomeCents },
    })

    for (const [key, lead, entry] of splits) {
      const expected = new Map<unknown, object>()
      const none = { requests: 0, answered: 0, matched: 0, done: 0, incomeCents: entry ? 0 : null }
      for (const { name, ...counts } of await rows(requests(isRecent('l.created_at'), lead))) {
        expected.set(name, { ...none, ...counts })
      }
      if (entry) {
        for (const { name, cents } of await rows(income(isRecent('e.created_at'), entry))) {
          expected.set(name, { ...none, ...expected.get(name), incomeCents: cents })
        }
      }
      const found = results[key] as NamedResult[]
      const named = Object.fromEntries(found.map((result) => [result.name, figuresOf(result)]))
      expect(named, key).toEqual(Object.fromEntries(expected))
      expect(found.length).toBeGreaterThan(0)
    }

    const periods = [
      [results.total, isRecent],
      [results.before, isBefore],
    ] as const
    for (const [found, isIn] of periods) {
      const [all] = await rows(requests(isIn('l.created_at')))
      const [earned] = await rows(income(isIn('e.created_at')))
      const [tapped] = await rows(taps(isIn("(day::timestamp at time zone 'America/New_York')")))
      const [half] = await rows(middle(isIn('l.created_at')))
      const { name: _all, ...counts } = all ?? {}
      expect(found).toMatchObject({ ...counts, ...tapped, incomeCents: earned?.cents })
      expect(found.answerMinutes?.median).toBeCloseTo(Number(half?.answer), 6)
      expect(found.matchMinutes?.median).toBeCloseTo(Number(half?.match), 6)
      expect(found.taps).toBeGreaterThan(0)
    }
    const [all] = await rows(requests(isRecent('l.created_at')))
    expect(results.total.matched).toBeGreaterThan(results.total.done)
    expect(results.requestsByDay.reduce((sum, count) => sum + count, 0)).toBe(all?.requests)
  })
})
