import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { digestTables, ownDatabases, within } from '#tests/drill/rows.ts'
import { type AddedTable, alterBackup } from '#tests/support/database/altered-backup.ts'
import { suiteFolder } from '#tests/support/own-folder.ts'
import { asSuperuser } from '#tests/support/postgres-server.ts'
import { silentLogger as logger } from '#tests/support/silent-logger.ts'
import packageJson from '../../../../package.json' with { type: 'json' }
import type { DatabaseLocation } from '../../db/database.ts'
import { applyMigrations, readMigrations } from '../../db/migrations.ts'
import type { Manifest } from '../file/manifest.ts'
import { makeBackup } from '../make/make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const folder = suiteFolder()
const databases = ownDatabases()
const whole = join(folder.path, 'whole.backup')
const hostile = join(folder.path, 'hostile.backup')
/** The planted function has a shell make this file. */
const trace = join(folder.path, 'a-shell-was-here')
let source: DatabaseLocation
let target: DatabaseLocation
beforeAll(async () => {
  source = await databases.makeFull(20)
  await makeBackup({ path: whole, location: source, logger })
  const { databaseUrl = '', ...empty } = await databases.makeEmpty()
  // An owner may give the product a superuser: PostgreSQL itself then refuses nothing.
  target = { ...empty, databaseUrl: asSuperuser(databaseUrl) }
})

/**
 * Two rows for PostgreSQL's table of functions: a `lead_reference` that replaces ours in every
 * statement, as for an index of the leads, and the function that it calls, which runs a program.
 */
async function plantedFunctions(): Promise<AddedTable> {
  const { columns, text } = await within(source, async (client) => {
    await client.query('begin')
    await client.query(`
      create function run_program() returns text language plpgsql as $$
      begin execute 'copy (select 1) to program ''touch ${trace}'''; return '1234567'; end $$;
      create function planted_reference(submission_id text) returns text
        language plpgsql immutable as $$ begin return pg_catalog.run_program(); end $$`)
    const { fields, rows } = await client.query({
      text: `select 60000 + row_number() over () oid, replace(proname, 'planted', 'lead') proname,
          'pg_catalog'::regnamespace::oid pronamespace, p.*
        from pg_proc p where proname in ('run_program', 'planted_reference')`,
      rowMode: 'array',
      types: { getTypeParser: () => (value: string | null) => value },
    })
    await client.query('rollback')
    const names = fields.map(({ name }) => name)
    // The first of each name is the changed one.
    const kept = names.flatMap((name, place) => (names.indexOf(name) === place ? [place] : []))
    const cell = (value: string | null) =>
      value === null ? '\\N' : value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
    return {
      columns: kept.map((place) => names[place] ?? ''),
      text: rows
        .map((row: (string | null)[]) => kept.map((place) => cell(row[place] ?? null)).join('\t'))
        .map((line) => `${line}\n`)
        .join(''),
    }
  })
  const counted = await databases.makeEmpty()
  const functions = await within(counted, async (client) => {
    await applyMigrations(client, readMigrations())
    return (await client.query<{ count: string }>('select count(*) from pg_proc')).rows[0]?.count
  })
  return { name: 'pg_proc', columns, rows: Number(functions) + 2, text }
}

/** Why a backup was refused; the target must be as empty as before, and no program have run. */
async function whyRefused(path: string): Promise<string> {
  const restored = restoreBackup({ path, location: target, logger })
  const { message } = await restored.then(
    () => new Error('it was restored'),
    (error: Error) => error,
  )
  expect(existsSync(trace)).toBe(false)
  expect(await within(target, (client) => digestTables(client))).toEqual({})
  return message
}

test('rows for PostgreSQL’s own table of functions run no program, and nothing is restored', async () => {
  await alterBackup(whole, hostile, { add: [await plantedFunctions()] })
  expect(await whyRefused(hostile)).toBe(
    `The backup holds the table pg_proc, which version ${packageJson.version} of this product doesn’t have. Nothing was restored.`,
  )
})

const row = { rows: 1, text: '1\n' }

test.each([
  // It is ours, and in no backup.
  ['the table rate_limits', { add: [{ ...row, name: 'rate_limits', columns: ['key'] }] }],
  // Its value is computed.
  [
    'the column search_text of leads',
    { add: [{ ...row, name: 'leads', columns: ['search_text'] }] },
  ],
  [
    "the column id) from program 'true' -- of leads",
    { add: [{ ...row, name: 'leads', columns: [`id) from program 'true' --`] }] },
  ],
  [
    'the sequence pg_catalog.some_sequence',
    {
      manifest: (manifest: Manifest) => ({
        ...manifest,
        sequences: [{ name: 'pg_catalog.some_sequence', last: '1' }],
      }),
    },
  ],
])(
  'a backup that holds %s is refused before a row is written',
  { tags: 'slow' },
  async (what, change) => {
    await alterBackup(whole, hostile, change)
    expect(await whyRefused(hostile)).toBe(
      `The backup holds ${what}, which version ${packageJson.version} of this product doesn’t have. Nothing was restored.`,
    )
  },
)

test('a backup that says it is of another time is held to the tables of that time', async () => {
  const [baseline] = readMigrations()
  const migration = baseline?.folderMillis ?? 0
  await alterBackup(whole, hostile, { manifest: (manifest) => ({ ...manifest, migration }) })
  expect(await whyRefused(hostile)).toMatch(/holds the (table|column) .+, which/)
})
