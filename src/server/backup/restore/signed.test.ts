/** @module-tag slow */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#/server/db/connect/client.ts'
import { digestTables, emptyDatabases, fillEveryTable, within } from '#tests/drill/rows.ts'
import { alterBackup } from '#tests/support/database/altered-backup.ts'
import { silentLogger as logger } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import type { DatabaseLocation } from '../../db/database.ts'
import { readEntries } from '../file/entries.ts'
import { ensureSigningKey, readSigningKey, signingKeyFile } from '../file/signature.ts'
import { makeBackup } from '../make/make-backup.ts'
import { confirmRestore, type RestoreOrder, restoreBackup } from './restore-backup.ts'
import { tryBackup } from './scratch.ts'

const own = temporaryFolder()
const other = temporaryFolder()
const databases = emptyDatabases()
const signed = join(own.path, 'signed.backup')
const altered = join(own.path, 'altered.backup')
let target: DatabaseLocation
beforeAll(async () => {
  const source = await databases.make()
  target = await databases.make()
  await (await openDatabase(source, logger)).close()
  await within(source, (client) => fillEveryTable(client, 20))
  await makeBackup({ path: signed, location: source, publicKeys: [], signer: own.path, logger })
  await alterBackup(signed, altered, {})
})
afterAll(async () => {
  await databases.remove()
  own.remove()
  other.remove()
})

const restore = (path: string, more: Partial<RestoreOrder> = {}) =>
  restoreBackup({
    ...{ path, location: target, secretKeys: [], withSessions: false, signer: own.path, logger },
    ...more,
  })

const who = 'A backup says who can sign in and where requests are sent. Nothing was restored.'

test('a backup that another site signed, without a signature, or that was changed is refused unless a person says yes', async () => {
  const keyFile = signingKeyFile(own.path)
  const unsigned = `${altered} does not show who made it: it has no signature, like those of earlier versions.`
  await expect(restore(altered)).rejects.toThrow(`${unsigned} ${who}`)
  await expect(restore(signed, { signer: other.path })).rejects.toThrow(
    `${signed} does not show who made it: there is no ${signingKeyFile(other.path)} to check its signature with. ${who}`,
  )
  await alterBackup(signed, altered, { key: await ensureSigningKey(other.path) })
  const foreign = `${altered} was not made by the site whose key is ${keyFile}, or was changed since.`
  await expect(restore(altered)).rejects.toThrow(`${foreign} ${who}`)
  await expect(restore(altered, { confirm: async () => false })).rejects.toThrow(foreign)
  const order = { path: altered, secretKeys: [], signer: own.path, logger }
  await expect(tryBackup({ ...order, purpose: 'trial-' })).rejects.toThrow(foreign)
  expect(await within(target, (client) => digestTables(client))).toEqual({})

  const doubts: string[] = []
  const into = await databases.make()
  const confirm = async (doubt: string) => doubts.push(doubt) > 0
  await restore(altered, { confirm, location: into })
  expect(doubts).toEqual([expect.stringContaining(foreign)])
})

test('the key is for its owner alone, is in no backup, and is made once by all', async () => {
  const folder = temporaryFolder()
  const keys = await Promise.all(Array.from({ length: 8 }, () => ensureSigningKey(folder.path)))
  expect(new Set(keys)).toEqual(new Set([await readSigningKey(folder.path)]))
  expect(readdirSync(folder.path)).toEqual(['backup.key'])
  const file = signingKeyFile(folder.path)
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const key = readFileSync(signingKeyFile(own.path), 'utf8').trim()
  for await (const { content } of readEntries(signed, [])) expect(content.includes(key)).toBe(false)

  writeFileSync(file, '')
  await expect(ensureSigningKey(folder.path)).rejects.toThrow(
    `${file} does not hold a key. Put back a copy of it, or delete it.`,
  )
  rmSync(file)
  expect(await readSigningKey(folder.path)).toBeUndefined()
  folder.remove()
})

test('a terminal is asked, and takes a plain yes; without a terminal there is no yes', async () => {
  const ask = (typed: string | null, isTTY = true) => {
    const input = Object.assign(new PassThrough(), { isTTY })
    const output = Object.assign(new PassThrough(), { isTTY })
    if (typed === null) input.end()
    else input.write(typed)
    return confirmRestore('It is unsigned.', false, { input, output }).then((isYes) => ({
      isYes,
      said: String(output.read()),
    }))
  }
  const { isYes, said } = await ask('yes\n')
  expect(isYes).toBe(true)
  expect(said).toContain('It is unsigned.\n')
  expect(said).toContain('Restore it only if you know where it comes from. Type yes to do so: ')
  for (const typed of ['y\n', 'no\n', '\n', null]) {
    expect((await ask(typed)).isYes).toBe(false)
  }
  await expect(ask('yes\n', false)).rejects.toThrow(
    'It is unsigned. Restore it only if you know where it comes from: then add --trust. Nothing was restored.',
  )
  const output = new PassThrough()
  expect(await confirmRestore('It is unsigned.', true, { input: new PassThrough(), output })).toBe(
    true,
  )
  expect(String(output.read())).toBe('It is unsigned.\n')
})
