import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { emptyDatabases, within } from '../../../../tests/drill/places.ts'
import { digestTables, fillEveryTable } from '../../../../tests/drill/rows.ts'
import {
  earlier,
  folderWithOneMore,
  makeEarlierDatabase,
} from '../../../../tests/earlier-database.ts'
import { silentLogger } from '../../../../tests/silent-logger.ts'
import { temporaryFolder } from '../../../../tests/temporary-folder.ts'
import { holdTimers } from '../../../../tests/timers.ts'
import { connectDatabase, openDatabase } from '../../db/client.ts'
import type { DatabaseLocation } from '../../db/database.ts'
import { SchemaTooNew, UpgradeFailed } from '../../db/failures.ts'
import { readMigrations } from '../../db/migrations.ts'
import { makePassingKey } from '../../runtime/encryption.ts'
import { createLogger } from '../../runtime/logging.ts'
import { verifyBackup } from '../file/read-backup.ts'
import { checkUpgrade } from './check-upgrade.ts'
import { guardUpgrade } from './guard-upgrade.ts'
import type { UpgradeConfig } from './rehearsal.ts'

const databases = emptyDatabases()
const folder = temporaryFolder()
afterAll(async () => {
  await databases.remove()
  folder.remove()
})

const never = new AbortController().signal
const leads = 40

/** Fails only where there is a lead. */
const failing = folderWithOneMore(
  folder.path,
  '9001_failing',
  `create table next_things (id int);--> statement-breakpoint
alter table leads add column next_thing int not null;`,
)
const working = folderWithOneMore(
  folder.path,
  '9002_working',
  `alter table leads add column next_thing int not null default 7;`,
)

/** A database that is current, with rows in every table. */
async function makeFilled(): Promise<DatabaseLocation> {
  const location = await databases.make()
  await (await openDatabase(location, silentLogger)).close()
  await within(location, (client) => fillEveryTable(client, leads))
  return location
}

async function makeEarlier(): Promise<DatabaseLocation> {
  const location = await databases.make()
  await within(location, (client) => makeEarlierDatabase(client, leads))
  return location
}

const configOf = (location: DatabaseLocation, publicKeys: string[] = []): UpgradeConfig => ({
  dataDir: location.dataDir,
  databaseUrl: location.databaseUrl,
  backup: {
    ...{ schedule: undefined, command: undefined, publicKeys, rehearsesUpgrades: true },
    folder: join(location.dataDir, 'backups'),
    isFolderNamed: false,
    keep: { days: 7, weeks: 0, months: 0, years: 0 },
  },
})

const digest = (location: DatabaseLocation) => within(location, (client) => digestTables(client))
/** Without the key that signs the backups, which stays. */
const filesOf = ({ dataDir }: DatabaseLocation) =>
  readdirSync(dataDir, { recursive: true }).filter((name) => name !== 'backup.key')

/** Opens a database as a start does. */
async function start(
  location: DatabaseLocation,
  { migrationsFolder, publicKeys }: { migrationsFolder?: string; publicKeys?: string[] } = {},
) {
  const lines: { msg: string }[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const beforeUpgrade = guardUpgrade(configOf(location, publicKeys), logger)
  const upgrade = { beforeUpgrade, ...(migrationsFolder && { migrationsFolder }) }
  const handle = await openDatabase(location, logger, upgrade)
  await handle.close()
  return lines
}

test('an upgrade that fails on a copy leaves the data untouched, and names the migration and the backup', async () => {
  const location = await makeFilled()
  const before = await digest(location)
  const error = await start(location, { migrationsFolder: failing }).catch((reason) => reason)
  expect(error).toBeInstanceOf(UpgradeFailed)
  const [, path = ''] =
    /^The upgrade would fail: the migration 9001_failing fails on a copy of the database\. The log says why \(23502\)\. Nothing was changed\. The backup from before it is (.*)\. Start the earlier version again\.$/.exec(
      error.message,
    ) ?? []
  expect(await digest(location)).toEqual(before)
  await start(location)
  const { manifest } = await verifyBackup(path, [])
  expect(manifest.migration).toBe(readMigrations().at(-1)?.folderMillis)
  expect(manifest.tables.find(({ name }) => name === 'leads')?.rows).toBe(leads)
  expect(filesOf(location)).toEqual([
    'backups',
    expect.stringMatching(/^backups\/breezeway-before-9001_failing-.*Z\.backup$/),
  ])
})

test('two processes at once try an upgrade once, and both have the new database', {
  tags: 'slow',
}, async () => {
  const location = await makeEarlier()
  const logs = await Promise.all([start(location), start(location)])
  const messages = logs.flatMap((lines) => lines.map(({ msg }) => msg))
  expect(messages.filter((each) => each.startsWith('the upgrade'))).toEqual([
    'the upgrade is tried on a copy of the database',
    'the upgrade came through on a copy',
  ])
  expect(filesOf(location)).toHaveLength(2)
  await within(location, async (client) => {
    const { rows } = await client.query('select count(*)::int from leads')
    expect(rows).toEqual([{ count: leads }])
  })
  expect(await start(location)).toEqual([])
})

test('a backup before an upgrade is encrypted to the owner’s key', { tags: 'slow' }, async () => {
  const location = await makeEarlier()
  const owner = await makePassingKey()
  await start(location, { publicKeys: [owner.public] })
  const [, file = ''] = filesOf(location).map(String)
  const path = join(location.dataDir, file)
  await expect(verifyBackup(path, [])).rejects.toThrow('is encrypted')
  expect((await verifyBackup(path, [owner.secret])).manifest.tables).not.toEqual([])
})

test('neither an empty database nor one that is current is backed up', async () => {
  const location = await databases.make()
  const beforeUpgrade = vi.fn()
  for (const _ of ['empty', 'current']) {
    await (await openDatabase(location, silentLogger, { beforeUpgrade })).close()
  }
  expect(beforeUpgrade).not.toHaveBeenCalled()
  expect(await start(location)).toEqual([])
  expect(filesOf(location)).toEqual([])
})

test('an upgrade that cannot be tried is not made, and the line says what to do', {
  tags: 'slow',
}, async () => {
  const location = await makeEarlier()
  await within(location, (client) => client.query('alter table leads add column of_owner int'))
  const before = await digest(location)
  await expect(start(location)).rejects.toThrow(
    /^The upgrade could not be tried on a copy of the database\. .* Nothing was changed\. Fix that, or set UPGRADE_REHEARSAL=off to upgrade without\.$/,
  )
  expect(await digest(location)).toEqual(before)
  expect(filesOf(location)).toEqual(['backups'])
  const config = configOf(location)
  const off = { ...config, backup: { ...config.backup, rehearsesUpgrades: false } }
  const beforeUpgrade = guardUpgrade(off, silentLogger)
  await (await openDatabase(location, silentLogger, { beforeUpgrade })).close()
})

test('a start that is ended while it tries an upgrade leaves nothing behind', {
  tags: 'slow',
}, async () => {
  const location = await makeEarlier()
  const before = await digest(location)
  const beforeUpgrade = guardUpgrade(configOf(location), silentLogger)
  const handle = await connectDatabase(location, silentLogger, { beforeUpgrade })
  const names = () => readdirSync(location.dataDir)
  const isTrying = () => names().some((name) => name.startsWith('rehearsal-'))
  await expect.poll(isTrying).toBe(true)
  const ended = expect(handle.ready).rejects.toThrow()
  await handle.close()
  await ended
  expect(filesOf(location)).toEqual(['backups'])
  expect(await digest(location)).toEqual(before)
})

test.each([
  ['its upgrade fails', new UpgradeFailed('No.')],
  ['the database is of a newer version', new SchemaTooNew()],
])(
  'a product that is in use by then ends too when %s, and does not try it again',
  async (_, why) => {
    const location = await makeEarlier()
    const { pass } = holdTimers(30_000)
    const { promise: trial, reject: fail } = Promise.withResolvers<void>()
    const beforeUpgrade = vi.fn(() => trial)
    const handle = await connectDatabase(location, silentLogger, { beforeUpgrade })
    await expect.poll(() => beforeUpgrade.mock.calls.length).toBe(1)
    pass()
    expect(await handle.firstTry).toBe(false)
    expect(handle.isMigrating()).toBe(true)
    fail(why)
    await expect(handle.ready).rejects.toThrow(why)
    expect(beforeUpgrade).toHaveBeenCalledOnce()
    await handle.close()
  },
)

test('a check says what an upgrade would do, and changes nothing', { tags: 'slow' }, async () => {
  const location = await makeEarlier()
  const before = await digest(location)
  const options = { logger: silentLogger, stop: never }
  const pending = readMigrations().map(({ name }) => name)
  const names = pending.slice(pending.indexOf(earlier) + 1)
  const { lines, isWell } = await checkUpgrade(configOf(location), options)
  expect(isWell).toBe(true)
  const time = expect.stringMatching(/ \d+\.\d s/)
  expect(lines).toEqual([
    `To be applied to the database at DATABASE_URL: ${names.join(', ')}.`,
    expect.stringMatching(/^A backup took \d+\.\d s: 0\.\d MB, with 40 leads\.$/),
    expect.stringMatching(/^It was restored into a copy in .* s, where every row is as it was\.$/),
    ...names.map((name) => expect.stringContaining(`${name} took `)),
    'This version reads every table of the copy.',
    expect.stringMatching(
      /^The upgrade would succeed: npm start makes a backup in .* Nothing was changed\.$/,
    ),
  ])
  expect(lines[1]).toEqual(time)
  expect(await digest(location)).toEqual(before)
  expect(readdirSync(location.dataDir)).toEqual([])
})

test('a check tells of an upgrade that would fail, of one that is none, and of no database', {
  tags: 'slow',
}, async () => {
  const location = await makeFilled()
  const before = await digest(location)
  const options = { logger: silentLogger, stop: never }
  const config = configOf(location)
  const failed = await checkUpgrade(config, { ...options, migrations: failing })
  expect(failed.isWell).toBe(false)
  expect(failed.lines.at(-1)).toBe(
    'The upgrade would fail: the migration 9001_failing fails on a copy of the database. The log says why (23502). Nothing was changed.',
  )
  const off = { ...config, backup: { ...config.backup, rehearsesUpgrades: false } }
  const well = await checkUpgrade(off, { ...options, migrations: working })
  expect(well.isWell).toBe(true)
  expect(well.lines.at(-1)).toContain(
    'npm start migrates, without a backup and a trial because UPGRADE_REHEARSAL is off.',
  )
  expect(await digest(location)).toEqual(before)
  expect((await checkUpgrade(config, options)).lines).toEqual([
    'There is nothing to upgrade: the database at DATABASE_URL is current.',
  ])
  const nowhere = { dataDir: join(folder.path, 'none'), databaseUrl: undefined }
  const { lines } = await checkUpgrade({ ...config, ...nowhere }, options)
  expect(lines).toEqual([`There is nothing to upgrade: ${nowhere.dataDir} has no database.`])
  expect(existsSync(nowhere.dataDir)).toBe(false)
})
