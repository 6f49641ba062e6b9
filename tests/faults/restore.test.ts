/** @module-tag slow */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { makeBackup } from '#/server/backup/make/make-backup.ts'
import type { DatabaseLocation } from '#/server/db/database.ts'
import { compileCache } from '#tests/support/machine/memory-folder.ts'
import { suiteFolder } from '#tests/support/own-folder.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { ownDatabases } from '../drill/rows.ts'

const folder = suiteFolder()
const databases = ownDatabases()
const backup = join(folder.path, 'whole.backup')
let source: DatabaseLocation
let target: DatabaseLocation
beforeAll(async () => {
  source = await databases.makeFull(2_000)
  target = await databases.makeEmpty()
  await makeBackup({ path: backup, location: source, logger: silentLogger })
})

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What a command that fails says on standard error; it is run in the shell, where `$@` is the command. */
function refusal(script: string, args: string[], env: Record<string, string>, line = '"$@"') {
  const { PATH = '', TMPDIR = '' } = process.env
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', line, 'sh', process.execPath, join(root, 'scripts', script), ...args],
    { env: { PATH, TMPDIR, NODE_COMPILE_CACHE: compileCache(), ...env }, encoding: 'utf8' },
  )
  expect([status, stderr]).toEqual([1, expect.any(String)])
  return stderr
}

const urlOf = ({ dataDir, databaseUrl = '' }: DatabaseLocation) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
})

const usage = 'Usage: npm run restore -- FILE\n'

test('a command that is not understood says how it is used', () => {
  expect(refusal('backup.ts', [], urlOf(source))).toBe('Usage: npm run backup -- FILE\n')
  expect(refusal('restore.ts', [], urlOf(target))).toBe(usage)
  for (const unknown of [['--force'], ['--trust']])
    expect(refusal('restore.ts', [backup, ...unknown], urlOf(target))).toBe(usage)
})

/** Mounting a small disk takes a name space of one's own. */
const mayMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0

/** Has a command run with a disk of N bytes in a folder, and then lists what is on it. */
const onSmallDisk = (disk: string, size: string) =>
  `unshare -m sh -c 'mount -t tmpfs -o size=${size} none ${disk} && "$@"; status=$?; ls -A ${disk} > ${disk}.left; exit $status' sh "$@"`

test.runIf(mayMount)('on a full disk each command says so, and leaves nothing', async () => {
  const disk = join(folder.path, 'disk')
  mkdirSync(disk)
  const file = join(disk, 'new.backup')
  expect(refusal('backup.ts', [file], urlOf(source), onSmallDisk(disk, '40k'))).toBe(
    `The disk of ${disk} is full. No backup was made.\n`,
  )
  expect(spawnSync('cat', [`${disk}.left`], { encoding: 'utf8' }).stdout).toBe('')
  const embedded = { DATA_DIR: join(disk, 'data') }
  expect(refusal('restore.ts', [backup], embedded, onSmallDisk(disk, '46m'))).toMatch(
    // A server that cannot write its log ends.
    /^(The database’s disk is full|The database was lost)\. Nothing was restored\.$/m,
  )
  expect(readdirSync(disk)).toEqual([])
})
