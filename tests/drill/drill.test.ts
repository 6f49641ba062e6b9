/** @module-tag slow */

import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, inject, test, vi } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { createUser } from '#/server/accounts/users.ts'
import { leftOut } from '#/server/backup/make/list-tables.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import type { DatabaseLocation } from '#/server/db/database.ts'
import { testPassword } from '#tests/support/app-builder.ts'
import { compileCache } from '#tests/support/machine/memory-folder.ts'
import { familyOf, kill } from '#tests/support/machine/processes.ts'
import { suiteFolder } from '#tests/support/own-folder.ts'
import { ownerEnv, signInOwner } from '#tests/support/owner.ts'
import { hashFully } from '#tests/support/quick-hashes.ts'
import { postJson, sendLeads } from '#tests/support/send-lead.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { digestTables, fillEveryTable, ownDatabases, within } from './rows.ts'

/** `npm run faults -- drill` runs it at full length. */
const isFull = inject('faults') === 'full'
const leads = isFull ? 20_000 : 150
const lastLead = 5_000 + leads
// The owner signs in to servers of their own processes.
hashFully()

const owner = ownerEnv.ADMIN_EMAIL

/** What the running product changes by itself, and what a restore leaves out or adds to. */
const moving = [...['audit_entries', 'sessions', 'erasures', 'users', 'secrets']]

const databases = ownDatabases()
const folder = suiteFolder()

const root = fileURLToPath(new URL('../..', import.meta.url))

const environmentOf = ({ dataDir, databaseUrl }: DatabaseLocation): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
})

/** Runs one of the commands as an owner does. */
async function run(script: string, args: string[], env: Record<string, string>) {
  const began = performance.now()
  const { PATH = '', TMPDIR = '' } = process.env
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'scripts', script), ...args],
    { env: { PATH, TMPDIR, NODE_COMPILE_CACHE: compileCache(), ...env } },
  )
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  if (isFull) process.stdout.write(`${script}: ${seconds} s\n`)
  return stdout
}

async function erase(server: ServerProcess, email: string): Promise<void> {
  const { headers } = await signInOwner(server.url)
  const sent = { email, expectedLeads: 1 }
  const answer = await postJson(server.url + api.erasures.path, sent, headers)
  expect(answer.status).toBe(200)
}

/** A database with rows in every table, and an owner who can sign in. */
async function fill(location: DatabaseLocation): Promise<void> {
  const { db, close } = await openDatabase(location, silentLogger)
  await within(location, (client) => fillEveryTable(client, leads))
  // The owner's account has no second factor.
  await db.execute(`delete from settings where key = 'accounts'`)
  await createUser(db, { email: owner, role: 'admin', password: testPassword })
  await close()
}

const start = (location: DatabaseLocation) =>
  startServer({ ...environmentOf(location), LOG_LEVEL: 'error' })

/** The machine loses its power. */
async function burn(server: ServerProcess) {
  const [, ...others] = familyOf(server.pid)
  for (const pid of others) kill(pid, 'SIGKILL')
  await server.end('SIGKILL')
}

/** The submission ids of the leads after those that every table was filled with. */
async function receivedIn(location: DatabaseLocation): Promise<string[]> {
  return within(location, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select submission_id id from leads where id > $1 order by id',
      [lastLead],
    )
    return rows.map(({ id }) => id)
  })
}

test('after the loss of everything but a backup, all that is in it is back, in the other kind of database', async () => {
  const backup = join(folder.path, 'whole.backup')
  const source = await databases.makeEmpty()
  await fill(source)
  const server = await start(source)
  const load = sendLeads(server.url)
  await expect.poll(() => load.acknowledged.length).toBeGreaterThan(3)
  const [gone, ...first] = load.acknowledged.map(({ id }) => id)
  // On a busy machine one may be in the journal still, of which a backup has nothing.
  await expect.poll(() => receivedIn(source)).toEqual(expect.arrayContaining([gone, ...first]))
  const said = await run('backup.ts', [backup], environmentOf(source))
  await load.stop()
  const before = await within(source, (client) =>
    digestTables(client, [...leftOut, ...moving], lastLead),
  )
  await erase(server, `${gone}@load.example`)
  const erased = (location: DatabaseLocation) => join(location.dataDir, 'erased')
  await vi.waitFor(() => expect(readFileSync(erased(source), 'utf8')).toContain(gone))
  await burn(server)

  const target = { dataDir: join(folder.path, 'target') }
  // What was erased since is not lost.
  mkdirSync(target.dataDir)
  copyFileSync(erased(source), erased(target))
  const restored = await run('restore.ts', [backup], environmentOf(target))
  expect(restored).toContain('Leads erased since the backup, and now erased again: 1.')
  const inBackup = Number(/: ([\d,]+) leads/.exec(said)?.[1]?.replaceAll(',', ''))
  const received = await receivedIn(target)
  expect(received).toEqual(expect.arrayContaining(first))
  expect(received).toHaveLength(inBackup - leads - 1)
  await within(target, async (client) => {
    expect(await digestTables(client, [...leftOut, ...moving], lastLead)).toEqual(before)
  })
}, 600_000)
