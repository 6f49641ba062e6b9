import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { submissionSchema } from '#/contracts/leads/leads.ts'
import { openDatabase, openSingleConnection } from '#/server/db/connect/client.ts'
import * as schema from '#/server/db/tables/schema.ts'
import { createSubmitLead } from '#/server/leads/take/submit-lead.ts'
import { dataFolder } from '#tests/support/database/data-folder.ts'
import { contactBody } from '#tests/support/factories.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import type { DatabaseHandle } from '../../db/database.ts'
import { prepareEmbeddedServer } from '../../db/embedded/embedded-server.ts'
import { erase, eraseAgain } from '../../leads/privacy/erasure.ts'
import { makePassingKey } from '../../runtime/encryption.ts'
import { readState } from './archive-state.ts'
import { pruneBases, writeFacts } from './bases.ts'
import { type ArchiveLimits, followServer } from './follow.ts'
import { appendPiece, findLogEnd, readPieces } from './log-pieces.ts'
import { type ArchiveRestore, restoreArchive } from './restore-archive.ts'

const data = dataFolder()
const archive = temporaryFolder()
const folders = [data, archive]
let database: DatabaseHandle
beforeAll(async () => {
  database = await openDatabase({ dataDir: data.path }, silentLogger)
})
afterAll(async () => {
  await database.close()
  for (const each of folders) each.remove()
})

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

/** Archives the database as a process of the site does, until the returned function is called. */
async function follow(
  folder: string,
  limits: Partial<ArchiveLimits> = {},
  publicKeys: readonly string[] = [],
) {
  const server = await prepareEmbeddedServer(data.path, silentLogger)
  const stop = new AbortController()
  const order = { folder, dataDir: data.path, publicKeys, schedule: '17 3 1 1 *' }
  const following = followServer(
    { ...order, limits: { everyMs: 50, ...limits } },
    server.asSuperuser(),
    { logger: silentLogger, stop: stop.signal },
  )
  const end = async () => {
    stop.abort()
    await following
    server.detach()
  }
  endings.push(end)
  return { end, following }
}

const state = () => readState(data.path)

/** Resolves with the name of the base in a folder, once it is another than before. */
async function newBase(folder: string, before?: string): Promise<string | undefined> {
  const named = async () => {
    const known = await state()
    return known?.folder === folder && known.base?.name !== before ? known.base?.name : undefined
  }
  await expect.poll(named).toBeTruthy()
  return named()
}

/** Resolves when everything committed now is archived, and returns a moment after it. */
async function archived(): Promise<Date> {
  // PostgreSQL's clock is finer.
  const now = new Date(Date.now() + 1)
  await expect
    .poll(async () => Date.parse((await state())?.archivedUntil ?? '') > now.getTime())
    .toBe(true)
  return now
}

async function send(name: string): Promise<void> {
  const email = `${name.toLowerCase()}@example.com`
  const submission = submissionSchema.parse(contactBody({ name, email, message: name }))
  await createSubmitLead(database)({ submission })
}

function restore(order: Partial<ArchiveRestore>) {
  const target = temporaryFolder()
  folders.push(target)
  const restored = restoreArchive({
    ...{ folder: archive.path, dataDir: target.path, at: undefined, secretKeys: [] },
    ...{ withSessions: false, confirm: async () => true, logger: silentLogger },
    eraseAgain: (client, ids) => eraseAgain(drizzle(client, { schema }), ids),
    ...order,
  })
  return { dataDir: target.path, restored }
}

async function namesIn(dataDir: string): Promise<string[]> {
  const { client, close } = await openSingleConnection({ dataDir }, silentLogger)
  const { rows } = await client.query<{ name: string }>('select name from leads order by id')
  await close()
  return rows.map(({ name }) => name)
}

/** Does something as the superuser: the product's own role may not look at the log. */
async function asSuperuser<Result>(run: (client: Client) => Promise<Result>): Promise<Result> {
  const server = await prepareEmbeddedServer(data.path, silentLogger)
  const client = new Client(server.asSuperuser())
  await client.connect()
  const result = await run(client)
  await client.end()
  server.detach()
  return result
}

/** Has the server begin N new files of its log, and returns the megabytes that it has then. */
const fillLog = (files: number) =>
  asSuperuser(async (client) => {
    for (let count = 0; count < files; count += 1)
      await client.query('select pg_switch_wal(), txid_current()')
    await client.query('checkpoint')
    const { rows } = await client.query<{ mb: number }>(
      'select sum(size)::int / 1048576 mb from pg_ls_waldir()',
    )
    return rows[0]?.mb
  })

test('a database is restored as it was at any second, without who was erased since', async () => {
  const key = await makePassingKey()
  const { end } = await follow(archive.path, {}, [key.public])
  await newBase(archive.path)
  await send('Maria')
  await send('Ana')
  const moment = await archived()
  await end()
  await send('Jo')
  const again = await follow(archive.path, {}, [key.public])
  const order = { expectedLeads: 1, actor: 'owner@example.com', audit: async () => {} }
  await erase(database.db, { email: 'maria@example.com' }, order)
  await archived()
  await send('Rosa')
  await again.end()
  expect((await state())?.problem).toBeNull()
  // The server had kept what came while nothing was archived: no other base was needed.
  expect(readdirSync(archive.path)).toHaveLength(2)

  const secretKeys = [key.secret]
  const earlier = restore({ at: moment, secretKeys })
  expect(await earlier.restored).toMatchObject({ leads: 1, erased: 1, isCut: false })
  expect(await namesIn(earlier.dataDir)).toEqual(['Ana'])
  expect(readdirSync(earlier.dataDir).sort()).toEqual(['postgres', 'postgres.log', 'socket'])
  const last = restore({ secretKeys })
  expect(await last.restored).toMatchObject({ leads: 3, erased: 0 })
  expect(await namesIn(last.dataDir)).toEqual(['Ana', 'Jo', 'Rosa'])
})

test('what cannot be restored is refused in a sentence, and leaves no database', async () => {
  const [name = ''] = readdirSync(archive.path)
  const other = await makePassingKey()
  const base = join(archive.path, name)
  const refusal = async (order: Partial<ArchiveRestore>) => {
    const { dataDir, restored } = restore(order)
    const { message } = await restored.then(
      () => new Error('it was restored'),
      (error: Error) => error,
    )
    expect(readdirSync(dataDir)).not.toContain('postgres')
    return message.replaceAll(dataDir, 'DATA').replaceAll(archive.path, 'ARCHIVE')
  }
  expect(await refusal({ at: new Date('2026-01-01T00:00:00Z') })).toMatch(
    /^ARCHIVE begins at .*Z\. Nothing was restored\.$/,
  )
  expect(await refusal({ confirm: async () => false })).toBe(
    `ARCHIVE/${name} does not show who made it: there is no DATA/backup.key to check its signature with. An archive says who can sign in, and can run programs. Nothing was restored.`,
  )
  expect(await refusal({})).toBe(
    `ARCHIVE/${name}/base.tar is encrypted. Name the file with its secret key: --key FILE`,
  )
  expect(await refusal({ secretKeys: [other.secret] })).toMatch(/^The key does not open ARCHIVE/)
  expect(await refusal({ dataDir: data.path })).toContain('is restored into a new DATA_DIR only')
  const copy = join(base, 'base.tar')
  appendFileSync(copy, ' ')
  expect(await refusal({})).toBe(`ARCHIVE/${name}/base.tar is damaged.`)
})

test('one process archives; a folder that is gone is told of, and is not taken for another', async () => {
  const disk = temporaryFolder()
  folders.push(disk)
  const { following, end } = await follow(disk.path)
  const first = await newBase(disk.path)
  const { following: second } = await follow(disk.path)
  expect(await second).toBe(false)
  const problem = async () => (await state())?.problem?.replaceAll(disk.path, 'DISK') ?? null
  rmSync(disk.path, { recursive: true })
  await expect
    .poll(problem)
    .toBe('There is no folder for the archive DISK. It is not made: its disk may not be mounted.')
  mkdirSync(disk.path)
  await expect
    .poll(problem)
    .toMatch(/^The archive in DISK has lost its newest base: its disk may not be mounted\./)
  expect(readdirSync(disk.path)).not.toContainEqual(expect.stringContaining('Z-'))
  // The job writes it anew while the test looks.
  await expect
    .poll(async () => {
      if ((await state())?.problem) rmSync(join(data.path, 'archive.json'), { force: true })
      const known = await state()
      return known?.problem === null && known.base?.name !== first && known.base?.name
    })
    .toBeTruthy()
  expect(await problem()).toBe(null)
  await end()
  expect(await following).toBe(true)
})

test('a disk that does not answer stops nothing, and keeps no log without a bound', async () => {
  const disk = temporaryFolder()
  folders.push(disk)
  await follow(disk.path, { silentMs: 300, waitingMegabytes: 32 })
  const first = await newBase(disk.path)
  const answering = Promise.withResolvers<void>()
  const { open } = fs
  vi.spyOn(fs, 'open').mockImplementation(async (path, ...rest) => {
    if (String(path).startsWith(disk.path)) await answering.promise
    return open(path, ...rest)
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  await send('Lea')
  const problem = async () => (await state())?.problem?.replaceAll(disk.path, 'DISK') ?? null
  await expect.poll(problem).toBe('The disk of DISK does not answer.')
  await fillLog(12)
  // As much is written again, and does not come on top.
  expect(await fillLog(12)).toBeLessThan(320)
  await expect
    .poll(problem)
    .toMatch(
      /^The disk of DISK does not answer\. What came after (.*Z|its beginning) was not archived in time: nothing later can be restored until there is a new base\.$/,
    )
  answering.resolve()
  await newBase(disk.path, first)
  await expect.poll(problem).toBe(null)
})

test('a piece that was changed, or was not written whole, ends what is read; nothing else is lost', async () => {
  const { path, remove } = temporaryFolder()
  onTestFinished(remove)
  const file = join(path, 'log')
  const seal = { base: 'a base', key: 'key', publicKeys: [] }
  const pieces = ['one', 'two', 'three'].map((text, index) => {
    const bytes = Buffer.from(text)
    return { timeline: 1, lsn: BigInt(index), at: new Date(index), bytes }
  })
  let length = 0
  for (const piece of pieces) length = await appendPiece(file, length, piece, seal)
  const read = async (key: string | undefined, base = 'a base') => {
    const texts: string[] = []
    for await (const piece of readPieces(file, { base, key, secretKeys: [] }))
      texts.push(piece.bytes.toString())
    return texts
  }
  expect(await read('key')).toEqual(['one', 'two', 'three'])
  expect(await read('another key')).toEqual([])
  expect(await read('key', 'another base')).toEqual([])
  truncateSync(file, length - 1)
  expect(await read(undefined)).toEqual(['one', 'two'])
  const whole = readFileSync(file)
  const firstLength = 28 + whole.readUInt32LE(0) + 32
  writeFileSync(file, whole.fill(0, firstLength + 28, firstLength + 30))
  expect(await read('key')).toEqual(['one'])
  expect(await findLogEnd(file, 'a base', 'key')).toBe(3n)
  // The next piece is written where the last whole one ended.
  const again = { timeline: 1, lsn: 3n, at: new Date(), bytes: Buffer.from('again') }
  await appendPiece(file, firstLength, again, seal)
  expect(await read('key')).toEqual(['one', 'again'])
})

test('bases are kept as long as any moment of the last two needs them', async () => {
  const { path, remove } = temporaryFolder()
  onTestFinished(remove)
  const now = new Date().toISOString()
  const facts: Parameters<typeof writeFacts>[1] = {
    ...{ product: 'breezeway', format: 1, postgres: '18', timeline: 1, segmentBytes: 16_777_216 },
    ...{ startLsn: '0/1', stopLsn: '0/2', bytes: 1, sha256: '', startedAt: now, usableFrom: now },
  }
  const make = async (name: string, isWhole = true) => {
    mkdirSync(join(path, name))
    if (isWhole) await writeFacts(join(path, name), facts, 'key')
  }
  for (const day of ['19', '20', '22', '23']) await make(`2026-11-${day}T03-17-00Z-00000001`)
  await make('2026-11-21T03-17-00Z-00000001', false)
  await make('2026-11-20T03-17-00Z-00000002')
  mkdirSync(join(path, 'mine'))
  await pruneBases(path, '00000001')
  const kept = ['2026-11-22T03-17-00Z-00000001', '2026-11-23T03-17-00Z-00000001', 'mine']
  expect(readdirSync(path).sort()).toEqual(['2026-11-20T03-17-00Z-00000002', ...kept])
  await pruneBases(path, '00000001', Date.now() + 8 * 86_400_000)
  expect(readdirSync(path).sort()).toEqual(kept)
})
