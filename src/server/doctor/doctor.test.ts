import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testPassword } from '#tests/support/app-builder.ts'
import { makeCertificate, trustHere } from '#tests/support/certificate.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { createUser } from '../accounts/users.ts'
import { readConfig } from '../config/config.ts'
import { backups, notificationRecipients, probes, users } from '../db/tables/schema.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk } from './check-disk.ts'
import { checkMail } from './check-mail.ts'
import { tellSchedules } from './check-schedules.ts'
import { checkSite } from './check-site.ts'
import { describeFindings, examineAll, type Finding, good } from './finding.ts'

const inLines = (findings: Finding[]) => findings.map(({ state, text }) => `${state}: ${text}`)

const certificate = await makeCertificate()

test('mail: the server is asked for real, and the DNS for SPF, DMARC and the key of DKIM', async () => {
  const server = await startMailServer(certificate, undefined, { isSecure: false })
  onTestFinished(server.goAway)
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = String(publicKey.export({ type: 'spki', format: 'der' }).toString('base64'))
  const dkim = {
    domain: 'b.example',
    selector: 'one',
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
  const { mail, ...config } = readConfig({
    SMTP_URL: server.url,
    MAIL_FROM: 'hello@mail.b.example',
  })
  const look = async (records: Record<string, string[]>) =>
    inLines(await checkMail({ ...config, mail: { ...mail, dkim } }, async (name) => records[name]))

  expect(
    await look({
      'mail.b.example': ['google-site=1', 'v=spf1 -all'],
      '_dmarc.b.example': ['v=DMARC1; p=reject'],
      'one._domainkey.b.example': [`v=DKIM1; k=rsa; p=${key}`],
    }),
  ).toEqual([
    expect.stringMatching(/^good: The mail server at 127\.0\.0\.1:\d+ answers/),
    'good: SPF: mail.b.example says who may send its mail.',
    'good: DMARC: b.example says what becomes of mail that only claims to be from it.',
    'good: DKIM: the key of one._domainkey.b.example is the one that mails are signed with.',
  ])
  expect(
    await look({
      'mail.b.example': ['v=spf1 -all', 'v=spf1 +all'],
      'one._domainkey.b.example': ['v=DKIM1; p=AAAA'],
    }),
  ).toEqual([
    expect.stringMatching(/^good/),
    'bad: SPF: mail.b.example has 2 records, so receivers heed none.',
    expect.stringMatching(/^warn: DMARC: there is no record/),
    'bad: DKIM: the key at one._domainkey.b.example is another than the one that mails are signed with.',
  ])

  await server.goAway()
  const unreachable = () => Promise.reject(new Error('no name server'))
  expect(inLines(await checkMail({ ...config, mail }, unreachable))).toEqual([
    'bad: No mail leaves. The mail server cannot be reached.',
    'warn: SPF, DKIM and DMARC: the DNS cannot be asked from here.',
  ])
  expect(inLines(await checkMail(readConfig({}), unreachable))).toEqual([
    expect.stringMatching(/^bad: SMTP_URL is not set/),
  ])
})

test('site: the certificate and the answer are those that a visitor gets', async () => {
  let answer = { type: 'text/html', body: 'Welcome to nginx!' }
  const server = createServer(certificate, (_request, response) => {
    response.setHeader('content-type', answer.type).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const SITE_URL = `https://127.0.0.1:${port}`
  const look = async (env = {}) => inLines(await checkSite(readConfig({ SITE_URL, ...env })))

  expect(await look()).toContainEqual(
    expect.stringMatching(/^bad: Browsers cannot open the site safely \(\w+\)/),
  )
  trustHere(certificate)
  expect(await look()).toEqual([
    'warn: 127.0.0.1 is an address, not a name.',
    expect.stringMatching(/^good: The certificate is valid for \d+ more (days|hours)/),
    `bad: Something else answers at ${SITE_URL} (200).`,
    'warn: TRUST_PROXY is not set: all visitors behind your proxy count as one.',
  ])
  answer = { type: 'application/json; charset=utf-8', body: '{"status":"ready"}' }
  const known = await look({ TRUST_PROXY: '127.0.0.1' })
  expect(known.slice(2)).toEqual([`good: The site answers at ${SITE_URL}.`])
  expect(await look({ SITE_URL: 'https://no-such-name.invalid' })).toEqual([
    'bad: The DNS has no address for no-such-name.invalid.',
  ])
})

test('disk: a folder that is not mounted is named, and nothing is left in the folder', async () => {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  const config = readConfig({
    DATA_DIR: folder.path,
    BACKUP_DIR: `${folder.path}/away`,
  })
  const findings = inLines(await checkDisk(config))
  expect(findings[0]).toMatch(/ are free for /)
  expect(findings[1]).toMatch(/The disk takes|is in memory/)
  expect(findings.slice(2)).toEqual([
    `bad: There is no BACKUP_DIR ${folder.path}/away. It is not made: its disk may not be mounted.`,
  ])
  expect(inLines(await checkDisk(readConfig({ DATA_DIR: `${folder.path}/new` })))).toEqual([
    expect.stringMatching(/^warn: There is no folder/),
  ])
})

test('a database that is not reached is told in one line', async () => {
  const config = readConfig({ DATABASE_URL: 'postgres://ana@site.invalid/site' })
  expect(inLines(await checkDatabase(config, silentLogger))).toEqual([
    'bad: The database cannot be reached: the DNS has no address for its name.',
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
    expect(noBackups?.advice).toMatch(/^Set BACKUP_SCHEDULE, unless /)
    const { db } = database.handle()
    await createUser(db, { email: 'o@example.com', role: 'admin', password: testPassword })
    await db.insert(notificationRecipients).values({ email: 'o@example.com' })
    const isTold = (findings: Finding[]) => findings.find(({ text }) => /notified/.test(text))
    expect(isTold(await look())).toEqual({
      state: 'bad',
      text: 'No one is notified of new requests.',
      advice: 'The recipients are there. Set SMTP_URL, so that mail reaches them.',
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
    expect(await wait()).toEqual(['bad: 1 request waits in the journal to be stored.'])
    writeFileSync(join(journal, '2.json'), '')
    expect(await wait()).toEqual(['bad: 2 requests wait in the journal to be stored.'])
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
