import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { applyMigrations, readMigrations } from '#/server/db/migrations.ts'

/** The first migration that the earlier database has not had. */
export const firstPending = '0001_drop-unused'

/** Makes an empty database as the baseline has it, with an account and some leads. */
export async function makeEarlierDatabase(client: ClientBase, leads: number): Promise<void> {
  const migrations = readMigrations()
  const end = migrations.findIndex(({ name }) => name === firstPending)
  await applyMigrations(client, migrations.slice(0, end))
  // A database that many migrations have changed has its columns in another order.
  await client.query(`alter table contractors drop column notes;
    alter table contractors add column notes text not null default ''`)
  await client.query(`insert into contractors (company_name, contact_name, email, phone, license_number,
    license_expires_on, insurance_expires_on, services, towns, answers_emergencies)
    values ('Lakeside Air', 'Ana', 'ana@example.com', '3865550177', 'CAC1', '2099-08-31', '2099-01-31', '{}', '{}', true)`)
  await client.query(
    `insert into users (id, name, email, role) values ('u1', 'Ana', 'ana@example.com', 'admin')`,
  )
  await client.query(
    `insert into leads (submission_id, content_hash, name, email, phone, phone_as_typed, service)
     select 'earlier-' || i, 'earlier-' || i, 'Maria ' || i, 'maria.' || i || '@example.com',
       '3865550142', '(386) 555-0142', 'ac-repair' from generate_series(1, $1::int) i`,
    [leads],
  )
}

/** Adds a migration to a folder of them. Returns the function that takes it away again. */
export function addMigration(folder: string, name: string, sql: string): () => void {
  const [file, added] = [join(folder, 'meta', '_journal.json'), join(folder, `${name}.sql`)]
  const before = readFileSync(file, 'utf8')
  const journal = JSON.parse(before)
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: name })
  writeFileSync(file, JSON.stringify(journal))
  writeFileSync(added, sql)
  return () => {
    writeFileSync(file, before)
    rmSync(added)
  }
}
