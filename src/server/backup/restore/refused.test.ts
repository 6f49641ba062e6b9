/** @module-tag slow */
import { copyFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { digestTables, ownDatabases, within } from '#tests/drill/rows.ts'
import { alterBackup, writeBackup } from '#tests/support/database/altered-backup.ts'
import { suiteFolder } from '#tests/support/own-folder.ts'
import { silentLogger as logger } from '#tests/support/silent-logger.ts'
import type { DatabaseLocation } from '../../db/database.ts'
import { applyMigrations, findPending, readMigrations } from '../../db/migrations.ts'
import { entryNames, type Manifest, sha256, type TableContent } from '../file/manifest.ts'
import { makeBackup } from '../make/make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { tryBackup } from './scratch.ts'

const folder = suiteFolder()
const databases = ownDatabases()
const whole = join(folder.path, 'whole.backup')
let target: DatabaseLocation
let manifest: Manifest
beforeAll(async () => {
  target = await databases.makeEmpty()
  const source = await databases.makeFull(120)
  manifest = (await makeBackup({ path: whole, location: source, logger })).manifest
})

const restore = (path: string, location = target) => restoreBackup({ path, location, logger })

/** Why a restore was refused; the target must be as empty as before. */
async function whyRefused(path: string): Promise<string> {
  const { message } = await restore(path).then(
    () => new Error('it was restored'),
    (error: Error) => error,
  )
  expect(await within(target, (client) => digestTables(client))).toEqual({})
  return message
}

let copies = 0
function copy(file: string): string {
  copies += 1
  const path = join(folder.path, `${copies}.backup`)
  copyFileSync(file, path)
  return path
}

function withFlippedBit(file: string, place: number): string {
  const path = copy(file)
  const bytes = readFileSync(path)
  bytes[place] = (bytes[place] ?? 0) ^ 4
  writeFileSync(path, bytes)
  return path
}

/** The place in the file where the bytes of an entry begin, behind its header, and how many there are. */
function placeOf(name: string): { start: number; size: number } {
  const bytes = readFileSync(whole)
  const header = bytes.indexOf(`${name}\0`)
  const size = Number.parseInt(bytes.toString('latin1', header + 124, header + 136), 8)
  expect(size).toBeGreaterThan(0)
  return { start: header + 512, size }
}

/** A backup of nothing but a manifest, whose checksum is right. */
async function withManifest(changed: object): Promise<string> {
  const content = Buffer.from(JSON.stringify({ ...manifest, ...changed }))
  const path = join(folder.path, `${++copies}.backup`)
  await writeBackup(path, [
    { name: entryNames.manifest, content },
    { name: entryNames.checksum, content: Buffer.from(sha256(content)) },
  ])
  return path
}

/** The same backup with a changed entry for the leads in its manifest. */
async function withLeads(change: (leads: TableContent) => object): Promise<string> {
  const path = join(folder.path, `${++copies}.backup`)
  const tables = manifest.tables.map((table) =>
    table.name === 'leads' ? { ...table, ...change(table) } : table,
  )
  await alterBackup(whole, path, { manifest: (told) => ({ ...told, tables }) })
  return path
}

test('one wrong bit is found wherever it is, and the part with it is named', async () => {
  const part = placeOf('leads/00001.zst')
  const inMiddle = part.start + Math.floor(part.size / 2)
  expect(await whyRefused(withFlippedBit(whole, inMiddle))).toMatch(
    /damaged in leads\/00001\.zst\.$/,
  )
  const inHeader = part.start - 512 + 130
  expect(await whyRefused(withFlippedBit(whole, inHeader))).toMatch(
    /damaged after lead_photos\/00001/,
  )
  const { start } = placeOf(entryNames.manifest)
  expect(await whyRefused(withFlippedBit(whole, start + 40))).toMatch(
    /damaged in manifest\.json\.$/,
  )
  const checksum = placeOf(entryNames.checksum)
  expect(await whyRefused(withFlippedBit(whole, checksum.start))).toMatch(/damaged in manifest/)
})

test('a backup that is cut off is refused wherever it ends', async () => {
  const { start, size } = placeOf('leads/00001.zst')
  const manifestAt = placeOf(entryNames.manifest).start
  for (const [end, reason] of [
    [0, 'isn’t a backup'],
    [start + 100, 'cut off or damaged in leads/00001.zst'],
    [start + size, 'is cut off'],
    [manifestAt + 10, 'cut off or damaged in manifest.json'],
  ] as const) {
    const path = copy(whole)
    truncateSync(path, end)
    expect(await whyRefused(path)).toContain(reason)
  }
})

test('what is no backup, or one of a newer version, is refused', async () => {
  expect(await whyRefused(join(folder.path, 'missing'))).toMatch(/^There’s no .*missing\.$/)
  const letter = join(folder.path, 'letter')
  writeFileSync(letter, 'Dear owner, '.repeat(200))
  expect(await whyRefused(letter)).toContain('cut off or damaged at its beginning')
  const newer = { version: '9.0.0', migration: Date.now() * 2, tables: [] }
  expect(await whyRefused(await withManifest(newer))).toContain(
    'was made by a newer version of this product (9.0.0). Restore it with that version.',
  )
  expect(await whyRefused(await withManifest({ version: '9.0.0', format: 2 }))).toContain(
    'newer version',
  )
  expect(await whyRefused(await withManifest({}))).toMatch(/lacks .*00001\.zst\.$/)
})

test('a database with anything in it is left alone', async () => {
  const filled = await databases.makeMigrated()
  const before = await within(filled, (client) => digestTables(client))
  await expect(restore(whole, filled)).rejects.toThrow('isn’t empty. Nothing was changed.')
  expect(await within(filled, (client) => digestTables(client))).toEqual(before)
  const others = await databases.makeEmpty()
  await within(others, (client) => client.query('create table letters (text text)'))
  await expect(restore(whole, others)).rejects.toThrow('isn’t empty. Nothing was changed.')
})

test('a file that is damaged after it was checked restores nothing', async () => {
  const path = await withLeads(({ rows }) => ({ rows: rows + 1 }))
  expect(await whyRefused(path)).toBe('leads would have 120 rows instead of 121.')
})

test('a trial finds rows that are not what was read', async () => {
  const path = await withLeads(() => ({ sha256: sha256(Buffer.from('other rows')) }))
  const trial = { path, dataDir: folder.path, purpose: 'trial-', logger } as const
  const tried = tryBackup({ ...trial, databaseBytes: 0 })
  await expect(tried).rejects.toThrow('leads isn’t the same after a restore.')
  // Nor is a disk filled by one that it has no room for.
  await expect(tryBackup({ ...trial, databaseBytes: 2 ** 60 })).rejects.toThrow(
    /^It needs \d+ GB on the disk of .*, which has \d+ [MG]B left\.$/,
  )
  expect(readdirSync(folder.path).filter((name) => name.startsWith('trial-'))).toEqual([])
})

test('a backup from before the last migrations is brought to this version', async () => {
  const restored = await databases.makeEmpty()
  await restore('tests/releases/1.0.0.backup', restored)
  await within(restored, async (client) => {
    const { rows } = await client.query('select password_hash is not null is_kept from users')
    expect(rows).toContainEqual({ is_kept: true })
    expect(await findPending(client)).toMatchObject({ migrations: [], isCurrent: true })
  })
})

test('a backup that no migration leads on from is refused', async () => {
  const early = await databases.makeEmpty()
  await within(early, async (client) => {
    await applyMigrations(client, readMigrations())
    await client.query('update drizzle.__drizzle_migrations set created_at = created_at / 2')
  })
  const path = join(folder.path, 'early.backup')
  await makeBackup({ path, location: early, logger })
  await expect(restore(path, await databases.makeEmpty())).rejects.toThrow(
    /^.*early\.backup was made by a version of this product \(.*\) whose data this one can’t upgrade\. Restore it with the last version before 1\.0\.0, then start this one\.$/,
  )
})
