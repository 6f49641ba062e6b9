import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testFolder } from '#tests/support/own-folder.ts'

const install = fileURLToPath(new URL('../../../deploy/install', import.meta.url))

/** Runs lines of a shell with what `deploy/install` defines, on files of the test; returns both outputs. */
async function runWith({ settings = '', env = '' }, lines: string) {
  const folder = testFolder()
  writeFileSync(join(folder.path, 'settings'), `DOMAIN=site.example\n${settings}`)
  writeFileSync(join(folder.path, 'env'), env)
  // All of the script but its last line, which begins the installation.
  const script = `. <(sed '$d' "$0")\nsettings=$1/settings env_file=$1/env data=$1\n${lines}`
  const { stdout } = await promisify(execFile)('bash', ['-c', script, install, folder.path]).catch(
    (error: { stdout: string; stderr: string }) => ({ stdout: error.stdout + error.stderr }),
  )
  return stdout.replaceAll(folder.path, 'FOLDER')
}

test.each([
  ['BACKUP_DIR=backups', 'BACKUP_DIR in FOLDER/settings must be a whole path'],
  ['BACKUP_DIR=/mnt/the "big" disk', 'BACKUP_DIR in FOLDER/settings must be a whole path'],
  ['PROCESSES=17', 'PROCESSES in FOLDER/settings must be a number from 1 to 16.'],
  ['TLS=none', 'TLS in FOLDER/settings must be acme or internal.'],
  ['PORT=80', 'PORT in FOLDER/settings is set by deploy/install.'],
  ['a line', 'line 2 of FOLDER/settings is not of the form NAME=value.'],
  ['OTHER_NODES=10.0.0.2', 'deploy/install is for one machine'],
])('%s is refused in words', async (settings, words) => {
  expect(await runWith({ settings: `${settings}\n` }, 'read_settings')).toContain(words)
})

test('systemd waits for as long as a process serves on after it is told to stop', async () => {
  const lines = `has_systemd() { false; }
    units=$1/units ports=(3001) && write_units >/dev/null; cat $1/units/breezeway@.service.d/paths.conf`
  const settings = 'BACKUP_DIR=/mnt/the 1% disk\nDRAIN_SECONDS=40\n'
  expect(await runWith({ settings }, lines)).toBe(
    '[Service]\nTimeoutStopSec=25s 40s\nReadWritePaths="-/mnt/the 1%% disk"\n',
  )
})

const address = 'postgres://breezeway@localhost:5434/breezeway?host=/var/run/postgresql'

test('the database and the token that the site has are kept, and a value is passed on as it is', async () => {
  const token = 'abc'.repeat(16)
  const env = `DATABASE_URL="${address}"\nMETRICS_TOKEN="${token}"\n`
  const settings = `SITE_NAME='Our $5 "best" \\ \`HVAC\`'\nDATABASE=postgresql\n`
  const lines = `read_settings; database=$(kept_database); product_settings >$1/written
    . $1/written; printf '%s\\n' "$DATABASE_URL" "$METRICS_TOKEN" "$SITE_NAME"; grep -c ^DATABASE= $1/written`
  expect(await runWith({ env, settings }, lines)).toBe(
    `${address}\n${token}\nOur $5 "best" \\ \`HVAC\`\n0\n`,
  )
})

test.each([
  ['its own database', '', false],
  ['its own database, when a move was interrupted', address.replace('/var/run', '/run/no'), false],
  ['data that was moved', address, true],
])('a site of an earlier release that has %s is upgraded: %#', async (_what, url, isTaken) => {
  const env = url && `DATABASE_URL="${url}"\n`
  const lines = 'mkdir $1/postgres; refuse_embedded >$1/said 2>&1; echo taken'
  const printed = await runWith({ env }, lines)
  expect(printed === 'taken\n').toBe(isTaken)
})
