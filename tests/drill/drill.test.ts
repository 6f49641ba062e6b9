/** @module-tag slow */
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, inject, test } from 'vitest'
import { apiPaths } from '#/contracts/routes.ts'
import { createUser } from '#/server/accounts/users.ts'
import { leftOut } from '#/server/backup/make/list-tables.ts'
import { openDatabase } from '#/server/db/client.ts'
import type { DatabaseLocation } from '#/server/db/database.ts'
import { testPassword } from '../app-builder.ts'
import { contactBody } from '../factories.ts'
import { postmasterOf } from '../postgres-server.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import { silentLogger } from '../silent-logger.ts'
import { compileCache } from '../system/memory-folder.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { emptyDatabases, within } from './places.ts'
import { digestTables, fillEveryTable } from './rows.ts'

/** `npm run drill` runs it at full length. */
const isFull = inject('faults') === 'full'
const leads = isFull ? 20_000 : 150
const owner = 'owner@example.com'

/** What the running product changes by itself, and what a restore leaves out or adds to. */
const moving = [
  ...['lead_totals', 'lead_hours', 'lead_count_deltas', 'lead_retention', 'audit_entries'],
  ...['sessions', 'verifications', 'erasures', 'users', 'accounts', 'secrets', 'account_settings'],
]

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

async function post(server: ServerProcess, path: string, body: object, cookie = '') {
  return fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
}

/** Sends leads until it is stopped; answers the submission ids of those that were received. */
function sendLeads(server: ServerProcess, label: string) {
  const stop = new AbortController()
  const received: string[] = []
  async function send() {
    for (let i = 0; !stop.signal.aborted; i += 1) {
      const submissionId = crypto.randomUUID()
      const email = `${label}-${i}@load.example`
      const body = contactBody({ submissionId, email, message: `Lead ${label} ${i}` })
      if ((await post(server, apiPaths.contact, body)).status === 201) received.push(submissionId)
    }
  }
  const sending = send()
  return {
    received,
    async stop() {
      stop.abort()
      await sending
    },
  }
}

async function eraseFirst(server: ServerProcess, label: string): Promise<void> {
  const signedIn = await post(server, apiPaths.signIn, { email: owner, password: testPassword })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const body = { email: `${label}-0@load.example`, expectedLeads: 1 }
  expect((await post(server, apiPaths.erasures, body, cookie)).status).toBe(200)
}

type Drill = { from: () => Promise<DatabaseLocation>; to: () => Promise<DatabaseLocation> }

let made = 0
const embedded = async () => {
  made += 1
  return { dataDir: join(folder.path, `data-${made}`) }
}

const drills: Record<string, Drill> = {
  'from the embedded database to PostgreSQL': { from: embedded, to: databases.make },
  'from PostgreSQL to the embedded database': { from: databases.make, to: embedded },
  ...(isFull && {
    'from one embedded database to another': { from: embedded, to: embedded },
    'from one PostgreSQL database to another': { from: databases.make, to: databases.make },
  }),
}

test.each(Object.entries(drills))(
  'after the loss of everything but a backup and the mirror, all leads are back, %s',
  async (name, { from, to }) => {
    const place = join(folder.path, name.replaceAll(' ', '-'))
    const mirror = join(place, 'mirror')
    mkdirSync(mirror, { recursive: true })
    const backup = join(place, 'drill.backup')
    const source = await from()
    const { db, close } = await openDatabase(source, silentLogger)
    await within(source, (client) => fillEveryTable(client, leads))
    // The owner's account has no second factor.
    await db.execute('delete from account_settings')
    await createUser(db, { email: owner, role: 'admin', password: testPassword })
    await close()
    const lastLead = 5_000 + leads

    const server = await startServer({
      ...environmentOf(source),
      LEAD_MIRROR: mirror,
      CONTACT_LIMIT_PER_MINUTE: '1000000',
      CONTACT_LIMIT_PER_HOUR: '1000000',
      LOG_LEVEL: 'error',
    })
    const load = sendLeads(server, 'load')
    const env = { LEAD_MIRROR: mirror }
    await expect.poll(() => load.received.length).toBeGreaterThan(3)
    const first = load.received.length
    const said = await run('backup.ts', [backup], environmentOf(source))
    await expect.poll(() => load.received.length).toBeGreaterThan(first + 5)
    await eraseFirst(server, 'load')
    await load.stop()
    const before = await within(source, (client) =>
      digestTables(client, [...leftOut, ...moving], lastLead),
    )
    await server.end('SIGKILL')
    const [erased = '', ...received] = load.received
    if (!source.databaseUrl) {
      process.kill(postmasterOf(source.dataDir), 'SIGKILL')
      rmSync(source.dataDir, { recursive: true })
    }

    const target = await to()
    // The key that has signed it is lost too.
    const restored = await run('restore.ts', [backup, '--trust'], {
      ...environmentOf(target),
      ...env,
    })
    expect(restored).toMatch(
      /Added \d+ leads from .*mirror that came after it, and erased 1 again\./,
    )
    const inBackup = Number(/with ([\d,]+) leads/.exec(said)?.[1]?.replaceAll(',', ''))
    const added = Number(/Added (\d+) leads/.exec(restored)?.[1])
    expect(inBackup).toBeGreaterThanOrEqual(leads + first)
    expect(inBackup + added - 1).toBe(leads + received.length)
    await within(target, async (client) => {
      expect(await digestTables(client, [...leftOut, ...moving], lastLead)).toEqual(before)
      const { rows } = await client.query<{ id: string }>(
        `select submission_id id from leads where id > $1`,
        [lastLead],
      )
      expect(rows.map(({ id }) => id).sort()).toEqual([...received].sort())
      const { rowCount } = await client.query('select from leads where submission_id = $1', [
        erased,
      ])
      expect(rowCount).toBe(0)
    })
    const text = readdirSync(mirror).map((file) => readFileSync(join(mirror, file), 'utf8'))
    expect(text.join('')).toContain('load-0@load.example')
  },
  600_000,
)
