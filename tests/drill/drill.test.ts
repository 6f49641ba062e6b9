/** @module-tag slow */
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual, promisify } from 'node:util'
import { afterAll, expect, inject, test } from 'vitest'
import { apiPaths } from '#/contracts/routes.ts'
import { createUser } from '#/server/accounts/users.ts'
import { readState } from '#/server/backup/archive/archive-state.ts'
import { sizeOfBases } from '#/server/backup/archive/bases.ts'
import { leftOut } from '#/server/backup/make/list-tables.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import type { DatabaseLocation } from '#/server/db/database.ts'
import { testPassword } from '#tests/support/app-builder.ts'
import { anotherPerson } from '#tests/support/factories.ts'
import { compileCache } from '#tests/support/machine/memory-folder.ts'
import { familyOf, kill } from '#tests/support/machine/processes.ts'
import { ownerEnv, signInOwner } from '#tests/support/owner.ts'
import { postmasterOf } from '#tests/support/postgres-server.ts'
import { hashFully } from '#tests/support/quick-hashes.ts'
import { sendLead } from '#tests/support/send-lead.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { digestTables, emptyDatabases, fillEveryTable, within } from './rows.ts'

/** `npm run faults -- drill` runs it at full length. */
const isFull = inject('faults') === 'full'
const leads = isFull ? 20_000 : 150
const lastLead = 5_000 + leads
// The owner signs in to servers of their own processes.
hashFully()

const owner = ownerEnv.ADMIN_EMAIL

/** What the running product changes by itself, and what a restore leaves out or adds to. */
const moving = [
  ...['lead_retention', 'audit_entries'],
  ...['sessions', 'erasures', 'users', 'secrets', 'account_settings'],
]

/** What a restore to a second changes: it signs everybody out, and says in the audit log that it was. */
const changedByRestore = ['sessions', 'audit_entries', 'rate_limits']

const databases = emptyDatabases()
const folder = temporaryFolder()
afterAll(async () => {
  await databases.remove()
  folder.remove()
})

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

/** Sends leads until it is stopped, or the server ends; answers the submission ids of those that were received. */
function sendLeads(server: ServerProcess, label: string) {
  const stop = new AbortController()
  const received: string[] = []
  const at: number[] = []
  async function send() {
    for (let i = 0; !stop.signal.aborted; i += 1) {
      const submissionId = crypto.randomUUID()
      const email = `${label}-${i}@load.example`
      // None is of a person who is in the tables already: their requests would be joined.
      const { phone } = anotherPerson()
      const fields = { submissionId, email, phone, message: `Lead ${label} ${i}` }
      const { status } = await sendLead(server.url, fields)
      if (status === 0) return
      if (status !== 201) continue
      received.push(submissionId)
      at.push(Date.now())
    }
  }
  const sending = send()
  return {
    received,
    /** When each of them was. */
    at,
    async stop() {
      stop.abort()
      await sending
    },
  }
}

async function eraseFirst(server: ServerProcess, label: string): Promise<void> {
  const { headers } = await signInOwner(server.url)
  const body = JSON.stringify({ email: `${label}-0@load.example`, expectedLeads: 1 })
  const json = { ...headers, 'content-type': 'application/json' }
  const answer = await fetch(server.url + apiPaths.erasures, {
    method: 'POST',
    headers: json,
    body,
  })
  expect(answer.status).toBe(200)
}

let made = 0
const embedded = async () => {
  made += 1
  return { dataDir: join(folder.path, `data-${made}`) }
}

/** A database with rows in every table, and an owner who can sign in. */
async function fill(location: DatabaseLocation): Promise<void> {
  const { db, close } = await openDatabase(location, silentLogger)
  await within(location, (client) => fillEveryTable(client, leads))
  // The owner's account has no second factor.
  await db.execute('delete from account_settings')
  await createUser(db, { email: owner, role: 'admin', password: testPassword })
  await close()
}

const start = (location: DatabaseLocation, env: Record<string, string> = {}) =>
  startServer({
    ...environmentOf(location),
    CONTACT_LIMIT_PER_MINUTE: '1000000',
    CONTACT_LIMIT_PER_HOUR: '1000000',
    LOG_LEVEL: 'error',
    ...env,
  })

/** The machine loses its power, and its disk. */
async function burn(server: ServerProcess, { dataDir, databaseUrl }: DatabaseLocation) {
  const [, ...others] = familyOf(server.pid)
  for (const pid of others) kill(pid, 'SIGKILL')
  await server.end('SIGKILL')
  if (databaseUrl) return
  process.kill(postmasterOf(dataDir), 'SIGKILL')
  rmSync(dataDir, { recursive: true })
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
  const source = await databases.make()
  await fill(source)
  const server = await start(source)
  const load = sendLeads(server, 'load')
  await expect.poll(() => load.received.length).toBeGreaterThan(3)
  const first = load.received.slice()
  const said = await run('backup.ts', [backup], environmentOf(source))
  await load.stop()
  const before = await within(source, (client) =>
    digestTables(client, [...leftOut, ...moving], lastLead),
  )
  await burn(server, source)

  const target = await embedded()
  // The key that has signed it is lost too.
  const archive = join(folder.path, 'erased')
  mkdirSync(archive, { recursive: true })
  const [gone = ''] = first.splice(0, 1)
  writeFileSync(join(archive, 'erased.json'), JSON.stringify({ submissionIds: [gone] }))
  const restored = await run('restore.ts', [backup, '--trust'], {
    ...environmentOf(target),
    ARCHIVE_DIR: archive,
  })
  expect(restored).toContain('Erased again what had been erased since: 1 of')
  const inBackup = Number(/with ([\d,]+) leads/.exec(said)?.[1]?.replaceAll(',', ''))
  const received = await receivedIn(target)
  expect(received).toEqual(expect.arrayContaining(first))
  expect(received).toHaveLength(inBackup - leads - 1)
  await within(target, async (client) => {
    expect(await digestTables(client, [...leftOut, ...moving], lastLead)).toEqual(before)
  })
}, 600_000)

/** What is lost with a disk is what came in the last seconds; this is their bound. */
const mostLostMs = 15_000

/** A moment at which nothing changed, once all mails have left, and what every table held then. */
async function quietMoment(location: DatabaseLocation) {
  const digest = () => within(location, (client) => digestTables(client, changedByRestore))
  for (let tries = 0; tries < 60; tries += 1) {
    const before = await digest()
    const moment = Date.now() + 1
    await sleep(1_000)
    if (isDeepStrictEqual(await digest(), before)) return { before, moment }
  }
  throw new Error('the site does not come to rest')
}

test('after the loss of everything but the archive, every table is back but for some seconds', async () => {
  const archive = join(folder.path, 'archive')
  mkdirSync(archive)
  const source = await embedded()
  await fill(source)
  const server = await start(source, { ARCHIVE_DIR: archive })
  const state = () => readState(source.dataDir)
  const until = async () => Date.parse((await state())?.archivedUntil ?? '') || 0
  const load = sendLeads(server, 'load')
  await expect.poll(until, { timeout: 120_000 }).toBeGreaterThan(0)
  await eraseFirst(server, 'load')
  await load.stop()
  const { before, moment } = await quietMoment(source)
  await expect.poll(until, { timeout: 30_000 }).toBeGreaterThan(moment)

  const later = sendLeads(server, 'later')
  await expect.poll(until, { timeout: 30_000 }).toBeGreaterThan(Date.now())
  // Nearly as late as it can be.
  await sleep(4_000)
  const burnt = Date.now()
  await burn(server, source)
  await later.stop()

  const env = { ARCHIVE_DIR: archive }
  const earlier = await embedded()
  const at = ['--at', new Date(moment).toISOString(), '--trust']
  await run('restore.ts', at, { ...environmentOf(earlier), ...env })
  await within(earlier, async (client) => {
    expect(await digestTables(client, changedByRestore)).toEqual(before)
    // Everybody is signed out.
    expect((await client.query('select from sessions')).rowCount).toBe(0)
  })
  const last = await embedded()
  const said = await run('restore.ts', ['--at', 'end', '--trust'], {
    ...environmentOf(last),
    ...env,
  })
  expect(said).toContain('Restored the database as it was last into')
  const received = new Set(await receivedIn(last))
  const lost = later.at.filter((_, index) => !received.has(later.received[index] ?? ''))
  const lostMs = lost.length === 0 ? 0 : burnt - Math.min(...lost)
  process.stdout.write(
    `archive: ${lost.length} of ${later.received.length} requests lost, of the last ${(lostMs / 1000).toFixed(1)} s; ${(((await sizeOfBases(archive)) ?? 0) / 1e6).toFixed(1)} MB\n`,
  )
  expect(lostMs).toBeLessThan(mostLostMs)
  // It is a site as before.
  const again = await start(last, env)
  expect((await sendLead(again.url)).status).toBe(201)
  await again.end('SIGTERM')
}, 600_000)
