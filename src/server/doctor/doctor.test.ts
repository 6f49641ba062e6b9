import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testPassword } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { createUser } from '../accounts/users.ts'
import { readConfig } from '../config/config.ts'
import { saveSettings } from '../db/site-settings.ts'
import {
  backups,
  notificationRecipients,
  probes,
  siteSettings,
  users,
} from '../db/tables/schema.ts'
import { checkDatabase } from './check-database.ts'
import { tellSchedules } from './check-schedules.ts'
import { describeFindings, examineAll, type Finding, good } from './finding.ts'

const inLines = (findings: Finding[]) => findings.map(({ state, text }) => `${state}: ${text}`)

test('a database that is not reached is told in one line', async () => {
  const config = readConfig({ DATABASE_URL: 'postgres://ana@site.invalid/site' })
  expect(inLines(await checkDatabase(config, silentLogger))).toEqual([
    'bad: The database cannot be reached.',
  ])
})

test('a folder without a database is no fault before the first start', async () => {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  expect(await checkDatabase(readConfig({ DATA_DIR: folder.path }), silentLogger)).toEqual([
    {
      state: 'warn',
      text: `There is no database in ${folder.path} yet.`,
      advice: 'npm start makes it.',
    },
  ])
})

describeOnDatabase('the doctor and a database', (database) => {
  const look = (env: Record<string, string> = {}) => {
    const { databaseUrl = '', dataDir } = database.location()
    const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...env })
    return checkDatabase(config, silentLogger)
  }

  test('sees that no user can sign in and no recipient is told, and that this is mended', async () => {
    expect(inLines(await look())).toEqual([
      expect.stringMatching(/^good: PostgreSQL \d+/),
      'good: What it has committed is on its disk.',
      'good: The clocks of this machine and of the database agree.',
      'good: The database is of this version.',
      'warn: No backups are made here.',
      'bad: No one can sign in yet.',
      'bad: No one is notified of new requests.',
      'warn: Reviews on the home page are still the samples.',
    ])
    const noBackups = (await look()).find(({ text }) => text === 'No backups are made here.')
    expect(noBackups?.advice).toMatch(/^Set the time under Backups, or BACKUP_SCHEDULE, unless /)
    const { db } = database.handle()
    await saveSettings(db, { backupPlan: { hour: 5 } })
    const noneYet = (await look()).find(({ text }) => text.startsWith('There is no backup yet.'))
    expect(noneYet?.text).toContain('5:17 AM')
    await db.delete(siteSettings)
    await createUser(db, { email: 'o@example.com', role: 'admin', password: testPassword })
    await db.insert(notificationRecipients).values({ email: 'o@example.com' })
    const isTold = (findings: Finding[]) => findings.find(({ text }) => /notified/.test(text))
    expect(isTold(await look())).toEqual({
      state: 'bad',
      text: 'No one is notified of new requests.',
      advice:
        'The recipients are there. Name a mail server under Email Notifications, so that mail reaches them.',
    })
    const findings = await look({ SMTP_URL: 'smtp://mail.example.com' })
    expect(findings.filter(({ state }) => state === 'bad')).toEqual([])
    expect(inLines(findings)).toContain('good: Someone is notified of new requests.')
  })

  test('says how the backups stand', async () => {
    const { db } = database.handle()
    await db.update(users).set({ createdAt: new Date('2026-01-01T00:00:00Z') })
    onTestFinished(() => void vi.useRealTimers())
    /** The findings N hours after one was due. */
    async function found(hours: number, env: Record<string, string> = {}) {
      vi.useFakeTimers({
        toFake: ['Date'],
        now: Date.parse('2026-03-04T08:00:00Z') + hours * 3_600_000,
      })
      const schedule = { BACKUP_SCHEDULE: '0 3 * * *', BACKUP_DIR: '/backups', ...env }
      const findings = await look(schedule)
      return findings
        .filter(({ text }) => /backup/i.test(text))
        .map(({ state, text, advice }) => `${state}: ${text} ${advice ?? ''}`.replace(/\s/g, ' '))
    }
    const next = 'The next is due on Mar 5, 2026, 3:00 AM EST.'
    const isLate = `bad: The last scheduled backup is late: no file has come from it. ${next} See the backups, and the log for why none was finished.`
    const stay =
      'warn: Backups stay in /backups: a disk that breaks may take them along. Set BACKUP_COMMAND to what sends them to another machine.'
    expect(await found(1)).toEqual([
      `warn: There is no backup yet. ${next} Look again after that.`,
      stay,
    ])
    const row = { host: 'one' }
    const [before, now] = [new Date('2026-03-03T08:00:00Z'), new Date('2026-03-04T08:00:00Z')]
    await db.insert(backups).values({ ...row, dueAt: before, state: 'done' })
    expect(await found(3)).toEqual([isLate])
    await db.insert(backups).values({ ...row, dueAt: now, state: 'failed', problem: 'It is full.' })
    expect(await found(1)).toEqual([
      `bad: The last backup failed. It is full. ${next} See the backups and the log. A full disk is the usual reason.`,
    ])
    await db.update(backups).set({ state: 'done', problem: null })
    expect(await found(3, { BACKUP_COMMAND: 'true' })).toEqual([
      `good: The last backup is of Mar 4, 2026, 3:00 AM EST, and was restored for a trial. ${next} `,
    ])
    expect((await found(3)).slice(1)).toEqual([stay])
  })

  test('says how the probe ended and when the next is due, as systemctl status does', async () => {
    const { db } = database.handle()
    await db.update(users).set({ createdAt: new Date('2026-01-01T00:00:00Z') })
    onTestFinished(() => void vi.useRealTimers())
    const due = new Date('2026-03-04T08:23:00Z')
    const schedules = { PROBE_SCHEDULE: '23 * * * *', BACKUP_SCHEDULE: '0 3 * * *' }
    const env = { ...schedules, SITE_URL: 'https://site.example' }
    async function found(minutes: number) {
      vi.useFakeTimers({ toFake: ['Date'], now: due.getTime() + minutes * 60_000 })
      const findings = await look(env)
      const said = findings.filter(({ text }) => /probe|sent itself/i.test(text))
      const { databaseUrl = '' } = database.location()
      const status = await tellSchedules(db, readConfig({ DATABASE_URL: databaseUrl, ...env }))
      return [...inLines(said), status.slice(status.search(/(BAD: )?The(re is no)? (probe|site)/))]
    }
    const next = 'The next is due on Mar 4, 2026, 4:23 AM EST.'
    expect(await found(1)).toEqual([
      `good: There is no probe yet. ${next}`,
      `There is no probe yet. ${next}`,
    ])
    expect(await found(20)).toEqual([
      `warn: The site has not sent itself a request when it should have. ${next}`,
      `The site has not sent itself a request when it should have. ${next}`,
    ])
    const row = { dueAt: due, startedAt: due, finishedAt: due }
    await db.insert(probes).values({ ...row, state: 'done' })
    const came = `The probe of Mar 4, 2026, 3:23 AM EST came through. ${next}`
    expect(await found(20)).toEqual([`good: ${came}`, came])
    await db.update(probes).set({ state: 'failed', problem: 'The certificate is old.' })
    const failed = `The site sent itself a request as a visitor would, and it did not arrive. ${next}`
    expect(await found(20)).toEqual([`bad: ${failed}`, `BAD: ${failed}`])
  })

  test('says that requests wait in the journal, that it takes no writes, and that a clock is wrong', async () => {
    const { databaseUrl = '' } = database.location()
    const folder = temporaryFolder()
    onTestFinished(folder.remove)
    const journal = join(folder.path, 'journal')
    mkdirSync(journal)
    const url = new URL(databaseUrl)
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    const env = { DATA_DIR: folder.path, DATABASE_URL: url.href }
    const wait = async () => inLines(await look(env)).filter((line) => line.includes('wait'))
    expect(await wait()).toEqual([])
    writeFileSync(join(journal, '1.json'), '')
    expect(await wait()).toEqual(['bad: 1 request waits on the server’s disk to be stored.'])
    writeFileSync(join(journal, '2.json'), '')
    expect(await wait()).toEqual(['bad: 2 requests wait on the server’s disk to be stored.'])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    const lines = inLines(await look(env))
    expect(lines).toContain('bad: The database only reads: it takes no writes.')
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^bad: The clocks of this machine and of the database are [67]\d seconds apart\.$/,
      ),
    )
  })

  test('says of which version it is, and looks at no tables of another', async () => {
    const { db } = database.handle()
    const migrations = sql`drizzle.__drizzle_migrations`
    const last = async () => inLines(await look()).at(-1)
    await db.execute(sql`update ${migrations} set created_at = created_at - 1`)
    expect(await last()).toBe('warn: The database is of an earlier version.')
    await db.execute(sql`update ${migrations} set created_at = created_at + 2`)
    expect(await last()).toBe('bad: A newer version has used the database.')
    await db.execute(sql`delete from ${migrations}`)
    expect(await last()).toBe('warn: The database is empty.')
  })
})

test('what does not answer or fails is named, and the rest is told all the same', async () => {
  const examined = await examineAll(
    [
      { name: 'Slow', look: () => new Promise(() => {}) },
      { name: 'Broken', look: () => Promise.reject(new Error('no such thing')) },
      { name: 'Well', look: async () => [good('It is well.')] },
    ],
    50,
  )
  expect(describeFindings(examined)).toEqual([
    'Slow',
    '  look  There was no answer in time.',
    '        Try again when the machine is less busy.',
    'Broken',
    '  BAD   This could not be looked at (no such thing).',
    '        Fix that and try again.',
    'Well',
    '  ok    It is well.',
  ])
})
