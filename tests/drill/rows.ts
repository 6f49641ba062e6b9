import type pg from 'pg'
import type { ClientBase } from 'pg'
import { afterAll } from 'vitest'
import { freshDatabase, type NewDatabase } from '#tests/support/databases.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { openSingleConnection } from '../../src/server/db/connect/client.ts'
import type { DatabaseLocation } from '../../src/server/db/database.ts'

/** Texts that are easily damaged on their way through a file. */
const oddText = String.raw`E'tab\tline\nback\\slash \\. \\N "quoted" ''single'' ünïcode 🌡️ \u2028'`

const hash = (text: string) => `encode(sha256((${text})::bytea), 'hex')`

/** The statements that give every table rows; `first` to `last` are the numbers of the leads. */
const statements = (first: number, last: number) => [
  `insert into leads (submission_id, content_hash, name, email, phone, phone_as_typed, address, service,
     message, is_contacted, created_at, attribution, source, is_quarantined, quarantine_reasons)
   select 'drill-' || i, ${hash(`'drill' || i`)}, 'Maria ' || i, 'maria.' || i || '@example.com',
     lpad((3860000000 + i)::text, 10, '0'), '(386) ' || i, i || ' Lakeshore Drive',  'ac-repair',
     case i % 3 when 0 then null when 1 then '' else ${oddText} || i end, i % 2 = 0,
     '2026-01-05T08:00:00.123456Z'::timestamptz + i * interval '1 minute',
     jsonb_build_object('landingPage', '/', 'campaign', ${oddText}), 'google ads', i % 50 = 0,
     case when i % 50 = 0 then array['a "reason"', 'one, two'] else '{}' end
   from generate_series(${first}, ${last}) i`,
  `insert into lead_notes (lead_id, text, author) select id, ${oddText} || id, 'owner@example.com' from leads`,
  `insert into notification_recipients (email, is_active) values ('office@example.com', true), ('Ana+hvac@example.com', false)`,
  `insert into webhooks (url, secret) values ('https://example.com/hook', 'whsec_drill')`,
  `insert into contractors (company_name, contact_name, email, phone, license_number, license_expires_on,
     insurance_expires_on, services, towns, answers_emergencies)
   values ('Lakeside Air', 'Ana', 'ana@example.com', '3865550177', 'CAC1', '2099-08-31', '2099-01-31',
     '{ac-repair,heating-systems}', '{Deltona,"Orange City"}', true)`,
  `insert into deliveries (lead_id, channel, recipient_id, target, state, sent_at)
   select l.id, 'mail', r.id, r.email, 'sent', now() from leads l, notification_recipients r where r.is_active`,
  `insert into delivery_attempts (delivery_id, at, duration_ms, outcome, answer)
   select id, now(), 12, 'sent', '250 2.0.0 Ok: queued' from deliveries`,
  // Of a request that is over the running product changes no row by itself.
  `insert into referrals (lead_id, "end", is_parted, is_automatic, is_overdue, snooze, reopenings, is_rated,
     stage, waits_for, since, turn, received_at)
   select id, '{"as": "cancelled", "reason": "cancelled", "at": 1767686400000, "isReported": false}', false, false,
     false, case when id % 7 = 0 then jsonb_build_object('until', 4070908800000, 'reason', ${oddText}) end, 0, false,
     'cancelled', 'nobody', '2026-01-06', 6, created_at from leads`,
  `insert into offers (lead_id, contractor_id, state, offered_at, expires_at, mailed_at)
   select l.id, c.id, 'withdrawn', now(), '2099-01-01', now() from leads l, contractors c where l.id % 5 = 0`,
  `insert into lead_events (lead_id, kind, by, data, at)
   select id, 'received', 'visitor', '{}'::jsonb, created_at from leads
   union all select id, 'word-added', 'visitor', jsonb_build_object('text', ${oddText}), created_at from leads
   union all select id, 'noted', ${oddText}, '{}'::jsonb, created_at from leads where id % 7 = 0`,
  `insert into lead_events (lead_id, kind, offer_id, by, data, at, tells, told_at, seen_at)
   select lead_id, 'undelivered', id, 'server', '{}', now(), 'jobs', now(), now() from offers`,
  `insert into links (token_hash, lead_id) select 'request-' || id, id from leads`,
  `insert into links (token_hash, offer_id) select 'offer-' || id, id from offers`,
  `insert into links (token_hash, contractor_id) select 'contractor-' || id, id from contractors`,
  `insert into lead_photos (lead_id, image, thumbnail, width, height)
   select id, sha512(id::text::bytea) || decode(repeat('00ff0a5c', 5000), 'hex'), '\\x00', 640, 480
   from leads where id % 40 = 0`,
  `insert into ratings (lead_id, has_come, stars, text, may_publish, shown_name, shown_town, rated_at, published_at)
   select id, true, 1 + id % 5, ${oddText}, true, ${oddText}, 'DeLand', now(), now() from leads where id % 9 = 0`,
  `insert into seo_records (page_path, title, description, keywords, og_image, canonical_url, structured_data,
     structured_data_mode, h1_text, image_alt_texts, version)
   values ('/', ${oddText}, '', '', '', '', '', 'replace', '', '', 2)`,
  `insert into seo_revisions (page_path, version, changed_by, fields)
   values ('/', 1, 'owner@example.com', null), ('/', 2, 'owner@example.com', '{"title": "Ünïcode"}')`,
  `insert into users (id, name, email, password_hash, role) values ('u1', 'Ana', 'ana@example.com', 'hash', 'admin')`,
  `insert into sessions (id, token, user_id, expires_at) values ('s1', 'token', 'u1', now() + interval '1 day')`,
  `insert into two_factors (id, user_id, secret, backup_codes) values ('t1', 'u1', '', '[]')`,
  `insert into passkeys (id, user_id, credential_id, public_key, counter) values ('p1', 'u1', 'c1', 'k1', 0)`,
  `insert into account_links (token_hash, purpose, email, expires_at) values ('l1', 'invitation', 'x@example.com', now())`,
  `insert into audit_entries (action, outcome, who, subject) values ('sign-in', 'done', 'Ana', ${oddText})`,
  `insert into phone_taps (day, source, count) values ('2026-01-05', 'direct', 3)`,
  `insert into lapse_notices (contractor_id, paper, expires_on) select id, 'license', '2099-08-31' from contractors`,
  `insert into fee_rules (event, amount_cents, holds_from) values ('done', 1250, '2026-01-01')`,
  `insert into ledger_entries (contractor_id, kind, amount_cents, lead_id, text)
   select id, 'fee', 4500, 5, ${oddText} from contractors`,
  `insert into sent_statements (contractor_id, month) select id, '2026-01' from contractors`,
  `insert into settings (key, value) values
   ('accounts', '{"requiresSecondFactor": true}'), ('mutedMails', '["jobs"]'),
   ('sampleReviews', '{"areShown": false}'), ('offers', '{"isAutomatic": false}'),
   ('holidays', jsonb_build_array(jsonb_build_object('day', '2026-12-24', 'name', ${oddText}, 'isOpen', false))),
   ('visitorMails', '{"sendsMails": true}'), ('leadSource', jsonb_build_object('message', ${oddText})),
   ('retention', '{"days": 730, "lastRunAt": null, "deletedLeads": null}'),
   ('mailServer', jsonb_build_object('host', 'smtp.example.com', 'port', 587, 'security', 'starttls',
     'user', null, 'password', null, 'fromName', ${oddText}, 'fromAddress', 'a@example.com'))`,
  `insert into erasures (actor, leads) values ('owner@example.com', 1)`,
  `insert into secrets (name, value) values ('drill', 'secret') on conflict (name) do nothing`,
]

/** Fills every table of an empty, migrated database, with N leads and what hangs on them. */
export async function fillEveryTable(client: ClientBase, leads: number): Promise<void> {
  // The numbers have gone further than the leads: some were erased.
  await client.query(`select setval('leads_id_seq', 5000)`)
  for (const statement of statements(1, leads)) {
    try {
      await client.query(statement)
    } catch (error) {
      throw new Error(`${statement.slice(0, 60)}: ${(error as Error).message}`)
    }
  }
}

/** How many rows each table has, and a digest of all of them, in whatever order they lie. */
export type Digests = Record<string, string>

/** Which rows belong to leads up to one, in tables that grow with each lead. */
const rowsUpTo = (lead: number): Record<string, string> => ({
  leads: `id <= ${lead}`,
  lead_events: `lead_id <= ${lead}`,
  deliveries: `lead_id <= ${lead}`,
  delivery_attempts: `delivery_id in (select id from deliveries where lead_id <= ${lead})`,
  links: `lead_id <= ${lead}`,
  referrals: `lead_id <= ${lead}`,
  offers: `lead_id <= ${lead}`,
})

/** Digests every table except some, with what belongs to leads up to one. */
export async function digestTables(
  client: ClientBase,
  except: readonly string[] = [],
  lastLead = 2 ** 40,
): Promise<Digests> {
  await client.query(`set timezone = 'UTC'; set bytea_output = 'hex'; set datestyle = 'ISO'`)
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname::text name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     order by relname collate "C"`,
  )
  const digests: Digests = {}
  for (const { name } of tables.filter((table) => !except.includes(table.name))) {
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') digest
       from ${name} t where ${rowsUpTo(lastLead)[name] ?? 'true'}`,
    )
    digests[name] = rows[0]?.digest ?? ''
  }
  return digests
}

/** Does something on one connection to a database. */
export async function within<Result>(
  location: DatabaseLocation,
  run: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const { client, close } = await openSingleConnection(location, silentLogger)
  return run(client).finally(close)
}

/** PostgreSQL databases, which are removed after the tests of the file. */
export function ownDatabases() {
  const created: NewDatabase[] = []
  afterAll(async () => {
    for (const each of created) await each.remove()
  })
  /** One of this version. */
  async function makeMigrated(): Promise<DatabaseLocation> {
    const database = await freshDatabase()
    created.push(database)
    return database.location
  }
  return {
    makeMigrated,
    /** One with nothing in it. */
    async makeEmpty() {
      const location = await makeMigrated()
      const drop = 'drop schema drizzle cascade; drop schema public cascade; create schema public'
      await within(location, (client) => client.query(drop))
      return location
    },
    /** One with N leads, and rows in every table. */
    async makeFull(leads: number) {
      const location = await makeMigrated()
      await within(location, (client) => fillEveryTable(client, leads))
      return location
    },
  }
}
