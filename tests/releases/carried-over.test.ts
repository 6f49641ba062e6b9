import { expect, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { NeedButton, NeedList } from '#/contracts/health/needs.ts'
import { offerPath, requestPath } from '#/contracts/token-routes.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import { applyMigrations, readMigrations } from '#/server/db/migrations.ts'
import { hashLinkToken, makeLinkToken } from '#/server/http/link-tokens.ts'
import { buildTestApp, signInAs } from '#tests/support/app-builder.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { ownDatabases, within } from '../drill/rows.ts'
import { expectOneState } from './one-state.ts'

/** The migration before which what became of a request stood in ten tables. */
const oneState = '0025_state-and-events'

const tokens = { request: makeLinkToken(), offer: makeLinkToken() }

const names = ['Done', 'Late', 'Reported', 'Unheard', 'Back', 'Asked', 'Second', 'Spam', 'Gone']

/** What an earlier version has stored of nine requests, of the last days. */
const earlier = [
  `insert into contractors (company_name, contact_name, email, phone, license_number, license_expires_on,
     insurance_expires_on, services, towns, answers_emergencies)
   values ('Lakeside Air', 'Ana', 'ana@example.com', '3865550177', 'CAC1', '2099-08-31', '2099-01-31', '{}', '{}', true)`,
  `insert into leads (submission_id, content_hash, name, email, phone, phone_as_typed, service, town, created_at,
     is_contacted, first_contacted_at, is_quarantined, quarantine_reasons)
   select name, name, name, lower(name) || '@example.com', '386555010' || i, '', 'ac-repair', 'DeLand',
     now() - interval '2 days', i < 6, case when i < 6 then now() - interval '47 hours' end,
     name = 'Spam', case when name = 'Spam' then array['Too quick.'] else '{}' end
   from unnest(array['${names.join("','")}']) with ordinality named (name, i)`,
  `insert into referrals (lead_id, outcome, lost_reason, outcome_at, claimed_reason, claimed_at, claim_asked_at,
     ran_out_at, owner_reason, joined_to)
   select i, outcome, reason, now() - interval '1 day', claimed, case when claimed <> '' then now() - interval '3 hours' end,
     case when i = 3 then now() - interval '3 hours' end, case when i = 5 then now() - interval '2 hours' end,
     case when i = 5 then 'handed-back' end, case when i = 7 then 6 end
   from (values (1, 'done', null, null), (2, 'matched', null, null), (3, 'matched', null, 'unreachable'),
     (4, 'matched', null, 'unreachable'), (5, 'open', null, null), (6, 'open', null, null), (7, 'open', null, null),
     (8, 'matched', null, null), (9, 'lost', 'cancelled', null)) became (i, outcome, reason, claimed)`,
  `insert into offers (lead_id, contractor_id, state, offered_at, expires_at, mailed_at, answered_at, ended_at,
     hand_back_reason, call_at, called_at, call_reminded_at, call_missed_at)
   select i, 1, state, now() - interval '30 hours', now() + interval '8 hours', now() - interval '30 hours',
     case when state <> 'open' then now() - interval '26 hours' end, case when i = 5 then now() - interval '2 hours' end,
     case when i = 5 then 'too-far' end, case when state = 'accepted' then now() - interval '20 hours' end,
     case when i = 1 then now() - interval '19 hours' end, case when i = 2 then now() - interval '2 hours' end,
     case when i = 2 then now() - interval '1 hour' end
   from (values (1, 'accepted'), (2, 'accepted'), (3, 'accepted'), (4, 'accepted'), (5, 'handed-back'), (6, 'open'),
     (9, 'accepted'), (8, 'accepted')) asked (i, state)`,
  `insert into lead_history (lead_id, kind, detail, actor, created_at)
   select i, kind, detail, actor, now() - hours * interval '1 hour'
   from (values (1, 'offered', 'Lakeside Air', 'dana@example.com', 30), (1, 'accepted', 'Lakeside Air', null, 26),
     (1, 'outcome', 'Done, told by Lakeside Air', null, 24), (1, 'rated', '2 of 5', null, 3),
     (2, 'call-missed', 'Lakeside Air', null, 1), (3, 'claimed', 'unreachable, by Lakeside Air', null, 3),
     (5, 'handed-back', 'Lakeside Air', null, 2), (6, 'joined', '7', null, 4), (7, 'joined', '6', null, 4),
     (6, 'added-word', null, null, 29), (9, 'withdrawn', null, null, 24)) line (i, kind, detail, actor, hours)`,
  `insert into request_additions (lead_id, kind, text, created_at)
   values (6, 'word', 'The attic is hot', now() - interval '29 hours'), (9, 'withdrawn', null, now() - interval '24 hours')`,
  `insert into owner_news (lead_id, kind, detail, created_at, told_at, seen_at)
   select i, kind, detail, now() - hours * interval '1 hour', now(), case when i = 5 then now() end
   from (values (1, 'poor-rating', '2 of 5', 3), (2, 'call-missed', 'Lakeside Air', 1), (5, 'handed-back', 'Lakeside Air', 2),
     (8, 'held', null, 2), (9, 'waits-too-long', 'no contractor has it', 30)) told (i, kind, detail, hours)`,
  `insert into lead_reminders (lead_id, remind_at, reason, clock_since)
   select 5, now() + interval '1 day', 'They are away', ran_out_at from referrals where lead_id = 5`,
  `insert into ratings (lead_id, has_come, stars, text, may_publish, rated_at) values (1, true, 2, '', false, now())`,
  `insert into deliveries (lead_id, offer_id, channel, target, state, sent_at)
   values (2, 2, 'match', 'ana@example.com', 'sent', now()), (2, 2, 'call-reminder', 'ana@example.com', 'sent', now()),
     (2, null, 'introduction', 'late@example.com', 'sent', now()), (5, null, 'unmatched', 'office@example.com', 'pending', null)`,
  `insert into ledger_entries (contractor_id, kind, amount_cents, lead_id, offer_id, event) values (1, 'fee', 3500, 1, 1, 'accepted'), (1, 'fee', 3500, 8, 8, 'accepted')`,
  `insert into request_links (token_hash, lead_id) values ('${hashLinkToken(tokens.request)}', 6)`,
  `insert into offer_links (token_hash, offer_id) values ('${hashLinkToken(tokens.offer)}', 6)`,
  `insert into settings (key, value) values ('mutedMails', '["cancelled", "reopened", "poor-rating", "held", "call-late"]')`,
]

const databases = ownDatabases()

test('what became of requests is carried over to one state, its events and its links', async () => {
  const location = await databases.makeEmpty()
  await within(location, async (client) => {
    const migrations = readMigrations()
    const end = migrations.findIndex(({ name }) => name === oneState)
    await applyMigrations(client, migrations.slice(0, end))
    for (const statement of earlier) await client.query(statement)
  })
  const database = await openDatabase(location, silentLogger)
  const app = await buildTestApp(database)
  try {
    await expectOneState(database.db)
    const headers = { cookie: await signInAs(app, database.db, 'admin') }
    const read = async (url: string) => (await app.inject({ url, headers })).json().data

    const stages: Record<string, string[]> = {}
    for (const quarantined of ['false', 'true']) {
      for (const lead of await read(`${api.leads.path}?quarantined=${quarantined}`)) {
        stages[lead.name] = [lead.stage, lead.waitsFor]
      }
    }
    expect(stages).toEqual({
      Done: ['done', 'nobody'],
      Late: ['matched', 'us'],
      Reported: ['lost', 'nobody'],
      Unheard: ['ours', 'us'],
      Back: ['ours', 'later'],
      Asked: ['asked', 'contractor'],
      Second: ['joined', 'contractor'],
      Spam: ['held', 'us'],
      Gone: ['cancelled', 'nobody'],
    })
    const { needs }: NeedList = await read(api.needs.path)
    const isNews = ({ path }: NeedButton) => path === api.newsSeen.path
    expect(
      needs.filter(({ buttons }) => buttons.some(isNews)).map(({ text, links }) => [text, links]),
    ).toMatchObject([
      ['Held as spam, but may be real: Too quick.', [{ text: 'Spam' }]],
      ['The promised call isn’t confirmed: Lakeside Air', [{ text: 'Late' }]],
      ['Low rating: 2 of 5', [{ text: 'Done' }]],
    ])
    expect(await read(api.newsSettings.read.path)).toEqual({ muted: ['visitors'] })
    const { history } = await read(pathTo(api.lead, { leadId: 1 }))
    expect(history.map(({ text, detail }: Record<string, string>) => [text, detail])).toEqual([
      ['Received', null],
      ['Offered to', 'Lakeside Air'],
      ['Accepted by', 'Lakeside Air'],
      ['Outcome: Done, reported by', 'Lakeside Air'],
      ['Customer rated it', '2 of 5'],
    ])
    // Who had what is held as spam pays nothing for it.
    expect(await read(api.money.path)).toMatchObject([{ balanceCents: 3_500 }])
    const page = await app.inject(requestPath(tokens.request))
    expect(page.body).toContain('The attic is hot')
    expect((await app.inject(offerPath(tokens.offer))).body).toContain('DeLand')
  } finally {
    await app.close()
    await database.close()
  }
})
