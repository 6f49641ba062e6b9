/** @module-tag slow */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { writeBackup } from '#tests/support/database/altered-backup.ts'
import { suiteFolder } from '#tests/support/own-folder.ts'
import type { Entry } from './entries.ts'
import { entryNames, type Manifest, partName, sha256 } from './manifest.ts'
import { readParts, verifyBackup } from './read-backup.ts'

const folder = suiteFolder()

const path = join(folder.path, 'file.backup')

const write = (entries: readonly Entry[]) => writeBackup(path, entries)

/** Two parts of the leads and one of the notes. */
const texts = { leads: ['Ann\n', 'Bob\n'], lead_notes: ['It hums.\n'] }
const partEntries: Entry[] = Object.entries(texts).flatMap(([table, all]) =>
  all.map((text, index) => ({
    name: partName(table, index + 1),
    content: zstdCompressSync(Buffer.from(text)),
  })),
)
const manifest: Manifest = {
  product: 'breezeway',
  format: 1,
  version: '1.0.0',
  madeAt: '2026-01-31T12:00:00.000Z',
  migration: 1,
  tables: Object.entries(texts).map(([name, { length }]) => ({
    name,
    columns: ['text'],
    rows: length,
    sha256: '',
    parts: partEntries
      .filter((entry) => entry.name.startsWith(`${name}/`))
      .map((entry) => ({
        name: entry.name,
        bytes: entry.content.byteLength,
        sha256: sha256(entry.content),
      })),
  })),
  sequences: [],
}

function endEntries(told: object = manifest): Entry[] {
  const content = Buffer.from(JSON.stringify(told))
  const checksum = Buffer.from(`${sha256(content)}  ${entryNames.manifest}\n`)
  return [
    { name: entryNames.manifest, content },
    { name: entryNames.checksum, content: checksum },
  ]
}

const whole = [...partEntries, ...endEntries()]

/** Why a backup is refused, without its path. */
const whyRefused = () =>
  verifyBackup(path).then(
    () => 'it was taken',
    ({ message }: Error) => message.replaceAll(path, 'It'),
  )

async function textsOf(tables: Manifest['tables']): Promise<string[]> {
  const found: string[] = []
  for await (const { text } of readParts(path, { ...manifest, tables })) found.push(`${text}`)
  return found
}

test('what was made up is refused in a line that commands no terminal and fills no memory', async () => {
  const [first, ...rest] = whole as [Entry, ...Entry[]]
  await write([first, first, ...rest])
  expect(await whyRefused()).toBe('It is damaged: it has leads/00001.zst twice.')
  await write([{ name: 'leads/00003.zst', content: first.content }, ...whole])
  expect(await whyRefused()).toBe('It is damaged: leads/00003.zst isn’t in its manifest.')
  await write(endEntries({ ...manifest, product: 'letters' }))
  expect(await whyRefused()).toBe('It isn’t a backup of this product.')
  await write(whole.filter(({ name }) => name !== entryNames.manifest))
  expect(await whyRefused()).toBe('It is cut off after manifest.sha256, or isn’t a backup.')
  await write([{ name: '\u001b[2Jleads/1', content: first.content }, ...whole])
  expect(await whyRefused()).toBe('It is damaged: ?[2Jleads/1 isn’t in its manifest.')
  for (const told of [
    { ...manifest, tables: [{ ...manifest.tables[0], name: '\u001b[2J' }] },
    { ...manifest, sequences: [{ name: 'leads_id_seq', last: '1; drop' }] },
    { ...manifest, tables: 'none' },
  ]) {
    await write([...partEntries, ...endEntries(told)])
    expect(await whyRefused()).toBe('It is damaged in manifest.json.')
  }
  await write(endEntries({ ...manifest, version: '\u001b[2J', format: 2 }))
  expect(await whyRefused()).toBe('It isn’t a backup of this product.')

  const bomb = zstdCompressSync(Buffer.alloc(300 * 1024 * 1024))
  expect(bomb.byteLength).toBeLessThan(100_000)
  const part = { name: 'leads/00001.zst', bytes: bomb.byteLength, sha256: sha256(bomb) }
  const tables = [{ name: 'leads', columns: ['text'], rows: 1, sha256: '', parts: [part] }]
  await write([{ name: part.name, content: bomb }, ...endEntries({ ...manifest, tables })])
  await expect(textsOf(tables)).rejects.toThrow('is damaged in leads/00001.zst.')
})

test('a backup that an earlier version has signed is read, and one that it has encrypted says how to go on', async () => {
  const signed = endEntries().map(({ name, content }) => ({
    name,
    content: Buffer.concat([
      content,
      Buffer.from(name === entryNames.checksum ? `signature ${'0a'.repeat(32)}\n` : ''),
    ]),
  }))
  await write([...partEntries, ...signed])
  expect(await verifyBackup(path)).toEqual(manifest)
  writeFileSync(path, `age-encryption.org/v1\n-> X25519 ${'a'.repeat(200)}`)
  expect(await whyRefused()).toBe(
    'It is encrypted. Versions up to 1.0.0 could do that. Decrypt it with age first, then restore NEWFILE: age --decrypt --identity KEYFILE --output NEWFILE It',
  )
})

test('a part that has changed since the file was found whole is not taken', async () => {
  const [first, second, ...rest] = whole as [Entry, Entry, ...Entry[]]
  await write([first, { ...second, content: first.content }, ...rest])
  await expect(textsOf(manifest.tables)).rejects.toThrow('is damaged in leads/00002.zst.')
})
