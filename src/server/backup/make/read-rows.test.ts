import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSingleConnection, type SingleConnection } from '#/server/db/connect/client.ts'
import { describeOnDatabase, untilWaiting } from '#tests/support/databases.ts'
import { testFolder } from '#tests/support/own-folder.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { newTally, readRows, setTextFormat } from './list-tables.ts'
import { makeBackup } from './make-backup.ts'

const logger = silentLogger
const part = 4 * 1024 * 1024
const table = { name: 'notes', columns: ['id', 'text'], order: 'id', size: '0' }

describeOnDatabase('reading a table', (database) => {
  let connection: SingleConnection
  beforeAll(async () => {
    connection = await openSingleConnection(database.location(), logger)
  })
  afterAll(() => connection.close())

  /** Reads a table with texts of these lengths. */
  async function read(lengths: readonly number[]) {
    const { client } = connection
    await client.query('begin')
    await setTextFormat(client)
    await client.query('create table notes (id int, text text)')
    await client.query(
      `insert into notes select place, repeat('ü', length / 2)
       from unnest($1::int[]) with ordinality as rows (length, place)`,
      [lengths],
    )
    const tally = newTally()
    const pieces: string[] = []
    for await (const piece of readRows(client, table, tally)) pieces.push(piece.toString())
    await client.query('rollback')
    return { pieces, rows: tally.rows, hash: tally.hash.digest('hex') }
  }

  test('gives pieces of whole rows and some 4 MB, and counts and hashes them all', {
    tags: 'slow',
  }, async () => {
    const lengths = [part + 2, 2, ...Array.from({ length: 60 }, () => 100_000), 2 * part, 10]
    const { pieces, rows, hash } = await read(lengths)
    const lines = lengths.map((length, index) => `${index + 1}\t${'ü'.repeat(length / 2)}\n`)
    const expected = lines.join('')
    expect(pieces.join('') === expected).toBe(true)
    expect(rows).toBe(lengths.length)
    expect(hash).toBe(createHash('sha256').update(expected).digest('hex'))
    expect(pieces.filter((piece) => !piece.endsWith('\n'))).toEqual([])
    // The connection gives a varying number of bytes at once, so the end of a part varies.
    expect([3, 4, 5]).toContain(pieces.length)
    expect(Math.max(...pieces.map((piece) => Buffer.byteLength(piece)))).toBeLessThan(3 * part)
    expect((await read([])).pieces).toEqual([])
  })

  test('a backup has nothing that was stored while it was made', async () => {
    const { client } = connection
    await client.query('begin')
    await client.query('lock table secrets')
    const location = database.location()
    const made = makeBackup({ path: join(testFolder().path, 'a.backup'), location, logger })
    await untilWaiting(database.handle().db, 1)
    await client.query(`insert into secrets (name, value) values ('late', '')`)
    await client.query('commit')
    const { tables } = (await made).manifest
    expect(tables.find(({ name }) => name === 'secrets')?.rows).toBe(0)
  })

  test('a row that is longer than any of the product is refused before it is read', async () => {
    const { client } = connection
    await client.query(`insert into secrets (name, value) values ('long', repeat('x', 16000000))`)
    const folder = testFolder()
    const location = database.location()
    await expect(
      makeBackup({ path: join(folder.path, 'long.backup'), location, logger }),
    ).rejects.toThrow(/^A row of the table secrets is larger than 16 MB, so no backup was made\./)
    expect(readdirSync(folder.path)).toEqual([])
  })
})
