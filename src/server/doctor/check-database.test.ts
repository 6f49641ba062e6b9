import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { dataFolder } from '#tests/support/database/data-folder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { asSuperuser } from '#tests/support/postgres-server.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { readConfig } from '../config/config.ts'
import { openDatabase } from '../db/connect/client.ts'
import { embeddedRelease } from '../db/embedded/binaries.ts'
import { productRole, superuser } from '../db/embedded/roles.ts'
import { checkDatabase } from './check-database.ts'
import { describeFindings } from './finding.ts'

test('the embedded PostgreSQL is looked at for its age, with what moves the data', async () => {
  const { path, remove } = dataFolder()
  onTestFinished(remove)
  const database = await openDatabase({ dataDir: path }, silentLogger)
  onTestFinished(database.close)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const look = async (at: string, env: Record<string, string> = {}) => {
    vi.setSystemTime(at)
    const config = readConfig({ DATA_DIR: path, ...env })
    const findings = await checkDatabase(config, silentLogger)
    return findings.filter(({ text }) => text.startsWith('The embedded PostgreSQL is '))
  }
  const { version, releasedOn } = embeddedRelease
  const [young, old] = [`${releasedOn}T12:00:00Z`, '2100-01-01T00:00:00Z']
  expect(await look(young)).toEqual([])
  const found = await look(old, { EMBEDDED_AGE_NOTICE: 'off' })
  expect(describeFindings([{ name: 'Database', findings: found }])).toEqual([
    'Database',
    expect.stringMatching(/^ {2}look {2}The embedded PostgreSQL is \d+ days old\.$/),
    expect.stringMatching(`^ {8}It is ${version.replaceAll('.', '\\.')}, released on `),
    expect.stringMatching(/^ {8}Move the data to a PostgreSQL that your system keeps patched/),
    '          npm run backup -- move.backup',
    expect.stringMatching(/^ {10}DATABASE_URL=.* npm run restore -- move\.backup$/),
  ])
})

describeOnDatabase('the doctor and the rights of a role', (database) => {
  /** The words of each warning. */
  async function warningsAt(DATABASE_URL: string): Promise<string[]> {
    const { dataDir } = database.location()
    const config = readConfig({ DATABASE_URL, DATA_DIR: dataDir })
    const findings = await checkDatabase(config, silentLogger)
    return findings.filter(({ state }) => state === 'warn').map(({ advice = '' }) => advice)
  }

  test('names the right by which the product could run programs or reach files', async () => {
    const url = new URL(asSuperuser(database.location().databaseUrl ?? ''))
    const client = new Client({ connectionString: url.href })
    await client.connect()
    const found = async (user: string) => {
      url.username = user
      const lines = await warningsAt(url.href)
      return lines.flatMap((line) => line.match(/ has the right (\w+), so a flaw/)?.[1] ?? [])
    }
    expect(await found(url.username)).toEqual(['superuser'])
    // Not in use before SET ROLE, which the role may call.
    for (const right of ['pg_execute_server_program', 'pg_write_server_files', superuser]) {
      const [role, between] = [`with_${right}`, `between_${right}`]
      await client.query(`create role ${role} login; create role ${between};
        grant ${productRole} to ${role}; grant ${between} to ${role} with inherit false;
        grant ${right} to ${between}`)
      expect(await found(role)).toEqual([right === superuser ? 'superuser' : right])
      await client.query(`drop role ${role}, ${between}`)
    }
    await client.end()
  })
})
