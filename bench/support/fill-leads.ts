import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { choiceServiceIds } from '#/contracts/site/services.ts'
import type { Database } from '#/server/db/database.ts'

const batch = 50_000

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
 * Makes `count` leads. The indexes are dropped before and made again afterwards:
 * that is faster, and leaves them as they are after years of single requests.
 */
export async function fillInbox(db: Database, count: number): Promise<void> {
  const { rows } = (await db.execute(sql`
    select indexname as name, indexdef as definition from pg_indexes where tablename = 'leads'
    and indexname not in (select conname from pg_constraint)`)) as unknown as {
    rows: { name: string; definition: string }[]
  }
  await db.execute(sql`set maintenance_work_mem = '256MB'`)
  for (const { name } of rows) await db.execute(sql`drop index ${sql.identifier(name)}`)
  for (let from = 1; from <= count; from += batch) {
    await fillLeads(db, from, Math.min(count, from + batch - 1), count)
  }
  for (const { definition } of rows) await db.execute(sql.raw(definition))
  // Autovacuum would do this by itself soon after so many new rows.
  await db.execute(sql`vacuum analyze`)
}

/** The same on a connection of its own: these statements take longer than the product's time limit. */
export async function fillInboxAt(connection: pg.ClientConfig, count: number): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await fillInbox(drizzle(client), count)
  await client.end()
}

/**
 * Makes the leads numbered `from` to `to`, of `count` in all, spread over the thirteen years until
 * now.
 */
async function fillLeads(db: Database, from: number, to: number, count: number) {
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
      from generate_series(${from}::bigint, ${to}::bigint) i
    ) made`)
}
