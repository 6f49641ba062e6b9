import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { type Config, readConfig } from '#/server/config/config.ts'
import { saveSetting } from '#/server/db/settings.ts'
import { auditEntries, backups, sessions } from '#/server/db/tables/schema.ts'
import { fillEveryTable, within } from '#tests/drill/rows.ts'
import { buildTestApp, signInAs, testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { suiteFolder } from '#tests/support/own-folder.ts'
import { silentLogger as log } from '#tests/support/silent-logger.ts'
import { removeLeftScratch } from '../restore/scratch.ts'
import { claimBackup, claimDueBackup, findDue, readStatus, timesOfPlan } from './backup-status.ts'
import { createLook, silentDisk } from './folder.ts'
import { makeAndEnd } from './make-due-backup.ts'

const leads = 60
const never = new AbortController().signal
const folder = suiteFolder()
const files = join(folder.path, 'backups')
const usual = readConfig({ DATA_DIR: folder.path }).backup

const timesOf = (every: 'day' | 'hour') => {
  const times = timesOfPlan({ every, keep: 7 })
  if (!times) throw new Error('there is no schedule')
  return times
}

test('a backup is due at night in the time zone of the business, also when its clocks change, or each hour', () => {
  const [{ last, next }, hourly] = [timesOf('day'), timesOf('hour')]
  const at = (iso: string) => new Date(iso)
  expect(last(at('2026-11-22T08:16:59Z'))).toEqual(at('2026-11-21T08:17:00Z'))
  expect(last(at('2026-11-22T08:17:00Z'))).toEqual(at('2026-11-22T08:17:00Z'))
  expect(next(at('2026-11-22T08:17:00Z'))).toEqual(at('2026-11-23T08:17:00Z'))
  expect(last(at('2026-07-01T12:00:00Z'))).toEqual(at('2026-07-01T07:17:00Z'))
  expect(hourly.next(at('2026-11-22T08:17:00Z'))).toEqual(at('2026-11-22T09:17:00Z'))
  expect(timesOfPlan({ every: 'never', keep: 7 })).toBeUndefined()
})

test('a disk that does not answer is told of, holds one look, and is looked at again once it answers', async () => {
  const answer = Promise.withResolvers<void>()
  let looks = 0
  const found = { problem: null, files: new Map([['a', 1]]) }
  const look = createLook(usual, async () => {
    looks += 1
    await answer.promise
    return found
  })
  const silent = { problem: silentDisk(files), files: new Map() }
  expect(await Promise.all([look(), look()])).toEqual([silent, silent])
  expect(looks).toBe(1)
  answer.resolve()
  await expect.poll(look).toEqual(found)
})

test('a scratch database with everybody’s data goes, though its process was killed', async () => {
  const names = ['trial-now', 'trial-x', 'upgrade-trial-x']
  const scratch = names.map((name) => join(folder.path, name))
  for (const each of scratch) mkdirSync(join(each, 'postgres'), { recursive: true })
  const longAgo = new Date(Date.now() - 3 * 3_600_000)
  for (const each of scratch.slice(1)) utimesSync(each, longAgo, longAgo)
  await removeLeftScratch(folder.path)
  expect(readdirSync(folder.path).filter((name) => names.includes(name))).toEqual(['trial-now'])
  rmSync(join(folder.path, 'trial-now'), { recursive: true })
})

describeOnDatabase('a scheduled backup', (database) => {
  const dueAt = new Date('2026-11-22T08:17:00Z')
  beforeAll(async () => {
    mkdirSync(files)
    await within(database.location(), (client) => fillEveryTable(client, leads))
    // There are accounts, and so something to back up, since long before it is due.
    await database.handle().db.execute(sql`update users set created_at = '2026-01-01'`)
    // No admin of these tests has a second factor.
    await database.handle().db.execute(sql`delete from settings where key = 'accounts'`)
  })
  afterEach(async () => {
    await database.handle().db.delete(backups)
    rmSync(files, { recursive: true })
    mkdirSync(files)
  })

  const times = { last: () => dueAt, next: () => new Date(dueAt.getTime() + 86_400_000) }

  async function make(backup: Partial<Config['backup']> = {}, stop = never) {
    const chosen = { ...usual, ...backup }
    const location = { ...database.location(), dataDir: folder.path }
    const { db } = database.handle()
    const claim = await claimDueBackup(db, times)
    const deps = { db, log, location, backup: chosen, look: createLook(chosen) }
    if (claim) await makeAndEnd(deps, claim, stop)
  }
  const status = async (now: Date) => {
    const { db } = database.handle()
    const shown = { ...times, last: (before: Date) => (before < dueAt ? undefined : dueAt) }
    return readStatus(db, { times: shown, isSentElsewhere: false }, await createLook(usual)(), now)
  }
  const name = 'breezeway-2026-11-22T08-17-00Z.backup'

  /** The site with these backups, until the test ends, and an admin who asks it. */
  async function serve(backup = usual, logLines: string[] = []) {
    const { databaseUrl } = database.location()
    const config = testConfig({ backup, databaseUrl, port: 0 })
    const app = await buildTestApp(database.handle(), { config, logLines })
    onTestFinished(() => app.close())
    const cookie = await signInAs(app, database.handle().db, 'admin')
    const ask = (method: 'GET' | 'POST', url: string, at = app) =>
      at.inject({ method, url, headers: { cookie } })
    return { app, ask }
  }

  test('is made once by all processes, tried, and sent', { tags: 'slow' }, async () => {
    const sent = join(folder.path, 'sent')
    // Of a process that was killed: it has everybody's data.
    mkdirSync(join(folder.path, 'trial-left', 'postgres'), { recursive: true })
    const asSet = { command: `cp "$1" ${sent}` }
    await Promise.all([make(asSet), make(asSet)])
    await make(asSet)
    expect(readdirSync(files)).toEqual([name])
    expect(readdirSync(folder.path)).not.toContain('trial-left')
    expect(readFileSync(sent).equals(readFileSync(join(files, name)))).toBe(true)
    const { backups: made, isLate, nextAt } = await status(dueAt)
    expect(made).toEqual([
      expect.objectContaining({ state: 'done', problem: null, file: name, leads, isHere: true }),
    ])
    expect(made[0]?.bytes).toBe(readFileSync(sent).byteLength)
    expect([isLate, nextAt]).toEqual([false, '2026-11-23T08:17:00.000Z'])
  })

  test('that does not come through its trial is none, and is tried again later', {
    tags: 'slow',
  }, async () => {
    const { db } = database.handle()
    await db.execute(sql`alter table erasures drop constraint erasures_pkey`)
    await db.execute(sql`insert into erasures overriding system value select * from erasures`)
    await make()
    const [failed] = (await status(dueAt)).backups
    expect(failed).toMatchObject({
      state: 'failed',
      file: null,
      problem: expect.stringMatching(/^The trial restore failed\./),
    })
    expect(readdirSync(files)).toEqual([`${name}.untried`])
    await make()
    expect((await status(dueAt)).backups).toEqual([failed])

    await db.execute(sql`delete from erasures a using erasures b where a.ctid < b.ctid`)
    await db.execute(sql`alter table erasures add primary key (id)`)
    await db.update(backups).set({ finishedAt: sql`now() - interval '16 minutes'` })
    await make()
    expect((await status(dueAt)).backups[0]).toMatchObject({ state: 'done', problem: null })
    expect(readdirSync(files)).toEqual([name])
  })

  test('that is stopped leaves nothing behind', { tags: 'slow' }, async () => {
    const stop = new AbortController()
    const making = make({}, stop.signal)
    await expect.poll(() => readdirSync(files).length).toBe(1)
    stop.abort()
    await making
    expect((await status(dueAt)).backups).toEqual([])
    expect(readdirSync(files)).toEqual([])
    expect(readdirSync(folder.path).filter((each) => each.startsWith('trial-'))).toEqual([])
  })

  test('is not due before there was an account', async () => {
    const { db } = database.handle()
    expect(await findDue(db, times, dueAt)).toEqual(dueAt)
    const early = { ...times, last: () => new Date('2025-12-31T23:00:00Z') }
    expect(await findDue(db, early, dueAt)).toBeUndefined()
  })

  test('can be downloaded by an admin who has just confirmed their identity', async () => {
    const made = randomBytes(1_000)
    writeFileSync(join(files, name), made)
    await database.handle().db.insert(backups).values({
      dueAt,
      state: 'done',
      host: 'here',
      finishedAt: dueAt,
      file: name,
      bytes: made.byteLength,
      leads,
    })
    const { ask } = await serve()
    const { data } = (await ask('GET', api.backups.path)).json()
    expect(data.backups[0]).toMatchObject({ file: name, isHere: true })
    expect((await ask('POST', pathTo(api.backupDownload, { file: name }))).statusCode).toBe(204)
    const answer = await ask('GET', pathTo(api.backup, { file: name }))
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${name}"`)
    expect(answer.rawPayload.equals(readFileSync(join(files, name)))).toBe(true)
    writeFileSync(join(folder.path, 'secret'), '')
    expect((await ask('GET', pathTo(api.backup, { file: '../secret' }))).statusCode).toBe(404)

    await database
      .handle()
      .db.update(sessions)
      .set({ confirmedAt: new Date(0) })
    for (const asked of [
      await ask('POST', pathTo(api.backupDownload, { file: name })),
      await ask('GET', pathTo(api.backup, { file: name })),
    ]) {
      expect([asked.statusCode, asked.json().code]).toEqual([403, 'proof_needed'])
    }
  })

  test('is made at once for an admin who asks, one at a time, and says how it ended', {
    tags: 'slow',
  }, async () => {
    const { db } = database.handle()
    const [{ ask: askFor }, { app: other }] = [await serve(), await serve()]
    const ask = (at?: FastifyInstance) => askFor('POST', api.makeBackup.path, at)
    const answers = await Promise.all([ask(), ask(other), ask()])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409, 409])
    expect((await ask(other)).json()).toMatchObject({
      code: 'conflict',
      message: 'A backup is already being made.',
    })
    const newest = async () => (await status(new Date())).backups[0]
    await expect.poll(async () => (await newest())?.state).not.toBe('running')
    expect(await newest()).toMatchObject({ state: 'done', problem: null, isHere: true, leads })
    const entries = await db.select().from(auditEntries)
    expect(entries.filter(({ action }) => action === 'backup.make')).toContainEqual(
      expect.objectContaining({ result: 'done', subject: (await newest())?.file }),
    )

    // A backup of another process, for another time.
    await db.delete(backups)
    const elsewhere = await claimBackup(db, new Date('2026-11-01T00:00:00Z'), 'other')
    expect((await ask()).statusCode).toBe(409)
    await make()
    expect(await db.select({ host: backups.host }).from(backups)).toEqual([{ host: 'other' }])
    await elsewhere?.end()
  })

  test('is not made in a folder that is not there; in one that is, it prunes, and says that it cannot be sent', {
    tags: 'slow',
  }, async () => {
    const missing = join(folder.path, 'mount', 'backups')
    const problem = `There’s no backup folder ${missing}. We don’t create it, because its disk may not be mounted.`
    const backup = { ...usual, folder: missing, isFolderNamed: true }
    await make(backup)
    expect((await status(dueAt)).backups[0]).toMatchObject({ state: 'failed', problem })
    expect(existsSync(join(folder.path, 'mount'))).toBe(false)

    const logLines: string[] = []
    const { app, ask } = await serve(backup, logLines)
    await ask('GET', api.needs.path)
    expect(logLines.join()).toContain(problem)
    expect((await ask('GET', api.backups.path)).json().data.folderProblem).toBe(problem)
    const asked = await ask('POST', api.makeBackup.path)
    expect([asked.statusCode, asked.json().message]).toEqual([409, problem])
    await app.close()
    await database.handle().db.delete(backups)
    mkdirSync(missing, { recursive: true })
    const older = [15, 16, 17, 18, 19, 20, 21].map((day) => name.replace('22T', `${day}T`))
    for (const file of older) writeFileSync(join(missing, file), '')
    await saveSetting(database.handle().db, 'backupPlan', { every: 'day', keep: 7 })
    await make({ ...backup, command: 'echo no such host >&2; exit 3' })
    expect(readdirSync(missing).sort()).toEqual([...older.slice(1), name])
    expect((await status(dueAt)).backups).toMatchObject([
      {
        state: 'done',
        problem: 'The backup command failed with 3: no such host',
      },
    ])
    rmSync(join(folder.path, 'mount'), { recursive: true })
  })
})
