import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readConfig } from '#/server/config/config.ts'
import { connectDatabase, openDatabase } from '#/server/db/connect/client.ts'
import type { DatabaseLocation } from '#/server/db/database.ts'
import { UpgradeFailed } from '#/server/db/failures.ts'
import { migrationsFolder, readMigrations, type Upgrade } from '#/server/db/migrations.ts'
import { createLogger } from '#/server/health/logging.ts'
import { digestTables, ownDatabases, within } from '#tests/drill/rows.ts'
import { addMigration, makeEarlierDatabase } from '#tests/support/database/earlier-database.ts'
import { familyOf } from '#tests/support/machine/processes.ts'
import { suiteFolder } from '#tests/support/own-folder.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { holdTimers } from '#tests/support/timers.ts'
import { verifyBackup } from '../file/read-backup.ts'
import { guardUpgrade, type UpgradeConfig } from './guard-upgrade.ts'

const databases = ownDatabases()
const folder = suiteFolder()

const leads = 40

/** It fails only where there is a lead. */
const failing = join(folder.path, '9001_failing')
cpSync(migrationsFolder, failing, { recursive: true })
addMigration(
  failing,
  '9001_failing',
  `create table next_things (id int);--> statement-breakpoint
alter table leads add column next_thing int not null;`,
)

async function makeEarlier(): Promise<DatabaseLocation> {
  const location = await databases.makeEmpty()
  await within(location, (client) => makeEarlierDatabase(client, leads))
  return location
}

const configOf = ({ dataDir, databaseUrl }: DatabaseLocation): UpgradeConfig => ({
  dataDir,
  databaseUrl,
  backup: readConfig({ DATA_DIR: dataDir }).backup,
})

const digest = (location: DatabaseLocation) => within(location, (client) => digestTables(client))
const filesOf = ({ dataDir }: DatabaseLocation) => readdirSync(dataDir, { recursive: true }).sort()

async function start(location: DatabaseLocation, upgrade: Upgrade = {}) {
  const lines: { msg: string }[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const beforeUpgrade = guardUpgrade(configOf(location), logger)
  const handle = await openDatabase(location, logger, { ...upgrade, beforeUpgrade })
  await handle.close()
  return lines
}

test('an upgrade that fails leaves the data untouched, and names the migration and the backup', {
  tags: 'slow',
}, async () => {
  const location = await databases.makeFull(leads)
  // Of one day, of which the machine's setting keeps one.
  const scheduled = [3, 4].map((hour) => `breezeway-2026-01-01T0${hour}-17-00Z.backup`)
  mkdirSync(join(location.dataDir, 'backups'))
  for (const name of scheduled) writeFileSync(join(location.dataDir, 'backups', name), '')
  const before = await digest(location)
  const error = await start(location, { migrationsFolder: failing }).catch((reason) => reason)
  expect(error).toBeInstanceOf(UpgradeFailed)
  const [, path = ''] =
    /^The upgrade failed: migration 9001_failing couldn’t be applied\. The log says why \(23502\)\. Nothing was changed\. The backup from before it is (.*)\. Start the earlier version again\.$/.exec(
      error.message,
    ) ?? []
  expect(await digest(location)).toEqual(before)
  await start(location)
  const manifest = await verifyBackup(path)
  expect(manifest.migration).toBe(readMigrations().at(-1)?.folderMillis)
  expect(manifest.tables.find(({ name }) => name === 'leads')?.rows).toBe(leads)
  expect(filesOf(location)).toEqual([
    'backups',
    ...scheduled.map((name) => `backups/${name}`),
    expect.stringMatching(/^backups\/breezeway-before-9001_failing-.*Z\.backup$/),
  ])
})

test('neither an empty database nor one that is current is backed up', async () => {
  const location = await databases.makeEmpty()
  const beforeUpgrade = vi.fn()
  for (const _ of ['empty', 'current']) {
    await (await openDatabase(location, silentLogger, { beforeUpgrade })).close()
  }
  expect(beforeUpgrade).not.toHaveBeenCalled()
  expect(await start(location)).toEqual([])
  expect(filesOf(location)).toEqual([])
})

test('without a backup that came through its trial no upgrade is made, and the line says what to do', {
  tags: 'slow',
}, async () => {
  const location = await makeEarlier()
  await within(location, (client) => client.query('alter table leads add column of_owner int'))
  const before = await digest(location)
  await expect(start(location)).rejects.toThrow(
    /^The backup before the upgrade couldn’t be made\. The trial restore failed\. .* Nothing was changed\. Fix that, or set UPGRADE_BACKUP=off to upgrade without one\.$/,
  )
  expect(await digest(location)).toEqual(before)
  expect(filesOf(location)).toEqual(['backups'])
  const config = configOf(location)
  const off = { ...config, backup: { ...config.backup, isMadeBeforeUpgrades: false } }
  const beforeUpgrade = guardUpgrade(off, silentLogger)
  await (await openDatabase(location, silentLogger, { beforeUpgrade })).close()
})

test('a start that is ended while its backup is tried leaves nothing behind', {
  tags: 'slow',
}, async () => {
  const location = await makeEarlier()
  const before = await digest(location)
  const beforeUpgrade = guardUpgrade(configOf(location), silentLogger)
  const handle = await connectDatabase(location, silentLogger, { beforeUpgrade })
  const names = () => readdirSync(location.dataDir)
  const isTrying = () => names().some((name) => name.startsWith('upgrade-trial-'))
  await expect.poll(isTrying).toBe(true)
  // As soon as the site: others on a busy machine do not come first.
  expect(new Set(familyOf(process.pid).map(getPriority))).toEqual(new Set([getPriority()]))
  const ended = expect(handle.ready).rejects.toThrow()
  await handle.close()
  await ended
  expect(filesOf(location)).toEqual(['backups'])
  expect(await digest(location)).toEqual(before)
})

test('a product that is in use by then ends too when its upgrade fails, and does not try it again', async () => {
  const location = await makeEarlier()
  const { pass } = holdTimers(30_000)
  const { promise: trial, reject: fail } = Promise.withResolvers<string>()
  const beforeUpgrade = vi.fn(() => trial)
  const handle = await connectDatabase(location, silentLogger, { beforeUpgrade })
  await expect.poll(() => beforeUpgrade.mock.calls.length).toBe(1)
  pass()
  expect(await handle.firstTry).toBe(false)
  expect(handle.isMigrating()).toBe(true)
  fail(new UpgradeFailed('No.'))
  await expect(handle.ready).rejects.toThrow('No.')
  expect(beforeUpgrade).toHaveBeenCalledOnce()
  await handle.close()
})
