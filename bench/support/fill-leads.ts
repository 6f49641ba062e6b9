import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { choiceServiceIds } from '#/contracts/site/services.ts'
import type { Database } from '#/server/db/database.ts'

const firstNames =
  'James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Sarah Christopher Karen Daniel Nancy Matthew Lisa Anthony Betty Mark Sandra Donald Ashley Steven Kimberly Andrew Emily Paul Donna Joshua Michelle Kenneth Carol José María Zoë Renée Björn Łukasz Xiulan Yusuf Quentin Ursula'

const lastNames =
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood James Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez Powell Jenkins Perry Russell Sullivan Bell Coleman Butler Henderson Barnes Fisher Vasquez Simmons Quigley Xanthopoulos Zbigniewski'

const domains = 'gmail.com gmail.com gmail.com yahoo.com outlook.com icloud.com aol.com att.net'

const sources = ['google ads', 'google', 'facebook', 'bing ads', 'direct', 'other site', 'yelp']

const areaCodes = '386 407 321 352 904 813 689'

/**
 * SQL for an element of a list. It looks random, but is always the same for the same column `i`.
 */
const pick = (words: string, salt: number) => {
  const list = words.split(' ')
  return sql`(${sql.raw(`array[${list.map((word) => `'${word}'`).join(',')}]`)})[1 + abs(hashint8(i * 31 + ${sql.raw(String(salt))}) % ${sql.raw(String(list.length))})]`
}

/**
 * Makes `count` leads, on a connection of its own: its statements take longer than the product's time limit. The
 * indexes are dropped before and made again afterwards: that is faster, and leaves them as they are after
 * years of single requests. Two stay, by which each lead finds those of the same person.
 */
export async function fillInboxAt(connection: pg.ClientConfig, count: number): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const db: Database = drizzle(client)
  const { rows } = await db.execute<{ name: string; definition: string }>(sql`
    select indexname as name, indexdef as definition from pg_indexes where tablename = 'leads'
    and indexname not in (select conname from pg_constraint)
    and indexname not in ('leads_phone', 'leads_email')`)
  await db.execute(sql`set maintenance_work_mem = '256MB'`)
  for (const { name } of rows) await db.execute(sql`drop index ${sql.identifier(name)}`)
  await fillLeads(db, count)
  for (const { definition } of rows) await db.execute(sql.raw(definition))
  await fillReferrals(db, count)
  // Autovacuum would do this by itself soon after so many new rows.
  await db.execute(sql`vacuum analyze`)
  await client.end()
}

/** Makes the leads, spread over the thirteen years until now. */
async function fillLeads(db: Database, count: number) {
  await db.execute(sql`
    insert into leads (submission_id, content_hash, name, email, phone, phone_as_typed, address,
      service, message, is_contacted, created_at, source, is_quarantined, first_contacted_at,
      answer_minutes, noted)
    select 'bench-' || i, md5(i::text), first || ' ' || last,
      lower(translate(first, 'éíëöŁł', 'eieoll')) || '.' || lower(last) || (i % 997) || '@' || domain,
      phone, '(' || left(phone, 3) || ') ' || substr(phone, 4, 3) || '-' || right(phone, 4),
      (i % 9000) || ' Lakeshore Drive, Deltona', service,
      'The unit outside hums but does not start. ' || repeat('It has done so since last week. ', (i % 7)::int),
      is_contacted, created_at, source, i % 211 = 0,
      case when is_contacted then created_at + interval '3 hours' end,
      case when is_contacted then abs(hashint8(i + 7) % 2400) end,
      case when i % 3 = 0 then 'Called back; wants a visit on a ' || (i % 5) || 'th, gate ' || i end
    from (
      select i, ${pick(firstNames, 1)} as first, ${pick(lastNames, 2)} as last,
        ${pick(domains, 3)} as domain,
        ${pick(areaCodes, 4)} || lpad((abs(hashint8(i * 17 + 5)::bigint) % 10000000)::text, 7, '0') as phone,
        (array[${sql.raw(choiceServiceIds.map((id) => `'${id}'`).join(','))}])[1 + abs(hashint8(i * 13) % ${sql.raw(String(choiceServiceIds.length))})] as service,
        (array[${sql.raw(sources.map((name) => `'${name}'`).join(','))}])[1 + abs(hashint8(i * 11) % ${sql.raw(String(sources.length))})] as source,
        now() - (${count}::bigint - i) * (interval '4745 days' / ${count}::int) as created_at,
        hashint8(i * 7) % 10 <> 0 and i < ${count}::bigint - ${count}::bigint / 200 as is_contacted
      from generate_series(1, ${count}::bigint) i
    ) made`)
}

/**
 * What became of the leads: of the newest five thousand a part is asked, matched, the visitor's or the
 * owner's; all that are older are over, most of them done by one of twenty contractors.
 */
async function fillReferrals(db: Database, count: number) {
  await db.execute(sql`
    insert into contractors (company_name, contact_name, email, phone, license_number,
      license_expires_on, insurance_expires_on, services, towns, answers_emergencies)
    select 'Company ' || i, 'Sam', 'company' || i || '@example.com', '3865550100', 'CAC' || i,
      '2099-01-01', '2099-01-01', '{ac-repair}', '{Deltona}', true
    from generate_series(1, 20) i`)
  const made = sql`(
    select id, created_at, is_contacted, service, case
      when is_quarantined then 'held'
      when id > ${count}::bigint - 5000 then case
        when id % 3 = 0 then 'matched' when id % 2 = 1 then 'asked' when id % 12 = 4 then 'ours' else 'new' end
      when id % 20 = 0 then 'cancelled' when id % 4 = 0 then 'lost'
      -- Nine in ten of those that nobody called are over all the same: their visitors withdrew them.
      when is_contacted then 'done' else 'cancelled' end as stage
    from leads
  ) made`
  const isVisitors = sql`(stage = 'new' and id % 6 = 2)`
  await db.execute(sql`
    insert into referrals (lead_id, "end", is_parted, is_automatic, ours, place_asked_at, promised_since,
      is_overdue, reopenings, asked_how_at, is_rated, stage, waits_for, since, turn, due_at, clock_since,
      contractor_id, received_at)
    select id, case when stage in ('done', 'lost', 'cancelled') then jsonb_build_object(
        'as', stage, 'at', floor(extract(epoch from created_at) * 1000) + 172800000, 'isReported', false,
        'reason', case stage when 'lost' then 'unreachable' when 'cancelled' then 'cancelled' end) end,
      false, false, case when stage = 'ours' then
        jsonb_build_object('reason', 'nobody-left', 'since', floor(extract(epoch from created_at) * 1000)) end,
      case when ${isVisitors} then created_at end, case when stage in ('new', 'asked', 'ours') then created_at end,
      true, 0, created_at, false, stage, case
        when stage in ('held', 'ours') or (stage = 'new' and not ${isVisitors}) then 'us' when ${isVisitors} then 'visitor'
        when stage in ('asked', 'matched') then 'contractor' else 'nobody' end,
      created_at, case
        when stage in ('held', 'ours') or (stage = 'new' and not ${isVisitors}) then
          case when service = 'emergency-hvac' then 0 when stage = 'new' and is_contacted then 2 else 1 end
        when ${isVisitors} then 4 when stage in ('asked', 'matched') then 3 else 6 end,
      case when stage in ('new', 'asked', 'matched') then now() + interval '30 days' end,
      case when stage in ('new', 'asked', 'ours') then created_at end,
      case when stage in ('asked', 'matched', 'done') then 1 + id % 20 end, created_at
    from ${made}`)
  await db.execute(sql`
    insert into offers (lead_id, contractor_id, state, offered_at, mailed_at, expires_at, answered_at, call_at)
    select id, 1 + (id + turn) % 20, case
        when stage = 'asked' and (turn = 0 or id % 10 = 1) then 'open' when turn = 1 then 'declined' when stage in ('lost', 'cancelled') then 'expired' else 'accepted' end,
      created_at, created_at, case when stage = 'asked' and turn = 0 then now() + interval '30 days' else created_at end,
      created_at, created_at + interval '1 day'
    from ${made}, generate_series(0, 1) turn where stage not in ('held', 'new', 'ours')`)
  await db.execute(sql`
    insert into ledger_entries (contractor_id, kind, amount_cents, lead_id, service, source, event, created_at)
    select contractor_id, 'fee', 4500, lead_id, service, source, 'done', received_at
    from referrals join leads on id = lead_id where stage = 'done'`)
}
