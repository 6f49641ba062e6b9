/**
 * `npm run faults -- install [WORDS]`: makes bare Debians in folders, runs `deploy/install` in them as an
 * owner does, and starts each with its own systemd as a machine is. Then visitors read pages while
 * a setting changes and releases come and go, processes are killed and hang, and the power is cut. As root
 * on Debian; needs the network for packages.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { addMigration } from '#tests/support/database/earlier-database.ts'
import { needPackages } from '#tests/support/machine/debian.ts'
import { runRows } from '#tests/support/machine/rows.ts'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { type Debian, makeDebian } from './debian.ts'
import {
  assertUnchanged,
  curl,
  install,
  listFiles,
  refusal,
  runInstall,
  setSetting,
  show,
  underReaders,
  untilReady,
} from './looks.ts'

const units = ['breezeway@3001', 'breezeway@3002']
const [unit = ''] = units

/** A name that systemd would read otherwise if it were not told. */
const backups = '/srv/second disk/50% off'

/** The most that `systemd-analyze security` may say, in tenths. */
const mostExposure = 20

const releaseOf = ({ root }: Debian) => readlinkSync(join(root, 'opt/breezeway/current'))

const scriptOf = (release: string) => `/opt/breezeway/${release}/deploy/install`

/** A site of an earlier release, whose data is elsewhere, would be an empty one after the upgrade. */
async function leaveEmbeddedAlone(debian: Debian): Promise<void> {
  await debian.run(['mkdir', '-p', '/var/lib/breezeway/postgres'])
  const before = await listFiles(debian)
  assert.match(
    await refusal(debian, [install]),
    /^ {2}\/opt\/breezeway\/current\/deploy\/install$/m,
  )
  await assertUnchanged(debian, before)
  await debian.run(['rm', '-r', '/var/lib/breezeway'])
}

async function installTwice(debian: Debian): Promise<void> {
  assert.match(await runInstall(debian), /^built .*\n(.*\n)*not started /m)
  const before = await listFiles(debian)
  assert.match(await runInstall(debian), /^not started .*\n$/)
  await assertUnchanged(debian, before)
  await debian.run(['chown', 'breezeway:', backups, '/srv/other'])
}

/** A release whose migration fails is not switched to. */
async function releaseBadly(debian: Debian): Promise<void> {
  const migrations = join(debian.root, 'root/breezeway/migrations')
  const undo = addMigration(migrations, '9999_bad', 'SELECT 1 / 0;')
  const before = releaseOf(debian)
  const refused = await refusal(debian, [install])
  undo()
  assert.match(refused, /migration 9999_bad couldn’t be applied/)
  assert.match(refused, /Nothing was switched/)
  assert.equal(releaseOf(debian), before)
}

/** Another release, of which nothing runs yet. */
async function releaseAgain(debian: Debian): Promise<void> {
  const before = releaseOf(debian)
  appendFileSync(join(debian.root, 'root/breezeway/README.md'), '\nAnother release.\n')
  await runInstall(debian)
  assert.notEqual(releaseOf(debian), before)
}

/** As the systemd of this Debian reads it. */
async function checkUnits(debian: Debian): Promise<void> {
  const service = 'breezeway@3001.service'
  assert.equal(await debian.run(['systemd-analyze', 'verify', service]), '')
  const threshold = `--threshold=${mostExposure}`
  const how = ['systemd-analyze', 'security', '--offline=yes', threshold, service]
  assert.match(await debian.run(how), /Overall exposure level/)
}

async function startAndLook(debian: Debian): Promise<void> {
  await untilReady(debian)
  assert.match(await runInstall(debian), /A test request through https:.* was stored/)
  const page = await debian.run(curl('/contact', '--compressed', '--dump-header', '-'))
  assert.match(page, /^HTTP\/2 200/)
  assert.match(page, /^alt-svc: h3=/m)
  assert.match(page, /^content-encoding: (br|gzip)/m)
  const rights = `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls,
    pg_has_role('breezeway', 'pg_execute_server_program', 'member') from pg_roles where rolname = 'breezeway'`
  const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']
  const psql = ['env', '-C', '/', 'psql', '-At', 'breezeway', '-c', rights]
  assert.equal(await debian.run([...asPostgres, ...psql]), 'f|f\n')
}

/** What the process may write, seen from where systemd has put it. */
async function checkFolders(debian: Debian): Promise<void> {
  const pid = await show(debian, unit, 'MainPID')
  const enter = ['nsenter', '--target', pid, '--mount', 'setpriv', '--reuid=breezeway']
  const write = (folder: string) => [
    ...[...enter, '--regid=breezeway', '--clear-groups', 'touch', `${folder}/written`],
  ]
  for (const folder of [backups, '/var/lib/breezeway']) await debian.run(write(folder))
  assert.match(await refusal(debian, write('/srv/other')), /Read-only file system/)
}

/** All processes get a changed setting; a wrong one reaches none. */
async function changeSettings(debian: Debian): Promise<void> {
  setSetting(debian, 'SITE_PHONE', '4075550123')
  await underReaders(debian, async () => {
    const printed = await runInstall(debian)
    for (const name of units) assert.match(printed, new RegExp(`^restarted +${name}$`, 'm'))
  })
  assert.match(await debian.run(curl('/contact')), /\(407\) 555-0123/)
  const env = () => readFileSync(join(debian.root, 'etc/breezeway.env'), 'utf8')
  const before = env()
  setSetting(debian, 'SMTP_URL', 'nowhere')
  assert.match(await refusal(debian, [install]), /^SMTP_URL must be an address/m)
  assert.equal(env(), before)
  setSetting(debian, 'SMTP_URL', '')
}

/** Back to the earlier release, and forth, while visitors read. */
async function goBackAndForth(debian: Debian, earlier: string): Promise<string> {
  const later = releaseOf(debian)
  const read = await underReaders(debian, async () => {
    for (const release of [earlier, later]) {
      await runInstall(debian, scriptOf(release))
      assert.equal(releaseOf(debian), release)
      for (const name of units) {
        const pid = await show(debian, name, 'MainPID')
        const folder = await debian.run(['readlink', `/proc/${pid}/cwd`])
        assert.equal(folder, `/opt/breezeway/${release}\n`)
      }
    }
  })
  return `${read} pages were read meanwhile`
}

/** A process that ends or hangs is started again. */
async function startAgainAfter(debian: Debian, signal: 'KILL' | 'STOP'): Promise<void> {
  const folder = `/run/systemd/system/${unit}.service.d`
  // Nobody waits for three minutes.
  const lines = '[Service]\\nWatchdogSec=10\\n'
  await debian.run(['sh', '-ec', `mkdir -p ${folder}; printf '${lines}' >${folder}/short.conf`])
  await debian.run(['systemctl', 'daemon-reload'])
  await debian.run(['systemctl', 'restart', unit])
  const before = await show(debian, unit, 'MainPID')
  await debian.run(['sh', '-c', `kill -${signal} ${before}`])
  const isAnother = async () => {
    const now = await show(debian, unit, 'MainPID')
    const isActive = (await show(debian, unit, 'ActiveState')) === 'active'
    return now !== '0' && now !== before && isActive
  }
  await waitUntil(`another process after ${signal}`, isAnother, 180_000)
}

/** Nothing is left behind, and nothing counts as failed. */
async function stopAll(debian: Debian): Promise<void> {
  await debian.run(['systemctl', 'stop', ...units])
  for (const name of units) {
    const states = ['ActiveState', 'Result', 'ExecMainStatus']
    const found = await Promise.all(states.map((property) => show(debian, name, property)))
    assert.deepEqual(found, ['inactive', 'success', '0'])
  }
  const ofSite = ['find', '/proc', '-maxdepth', '1', '-name', '[0-9]*', '-user', 'breezeway']
  assert.equal(await debian.run(ofSite), '')
}

const trySuite = (suite: string) => async (machine: Machine) => {
  const debian = await makeDebian(suite, machine)
  execFileSync('shellcheck', [join(debian.root, install)], { stdio: 'inherit' })
  await debian.run(['mkdir', '-p', '/etc/breezeway', backups, '/srv/other'])
  await debian.run(['cp', '/root/breezeway/deploy/settings.example', '/etc/breezeway/settings'])
  setSetting(debian, 'DOMAIN', 'breezeway.test')
  setSetting(debian, 'TLS', 'internal')
  setSetting(debian, 'BACKUP_DIR', `"${backups}"`)
  let earlier = ''
  const steps: [name: string, run: () => Promise<unknown>][] = [
    ['the data of an earlier release is left alone', () => leaveEmbeddedAlone(debian)],
    ['a second run changes nothing', () => installTwice(debian)],
    ['the units please systemd-analyze', () => checkUnits(debian)],
    ['a release that would fail changes nothing', () => releaseBadly(debian)],
    [
      'another release',
      () => {
        earlier = releaseOf(debian)
        return releaseAgain(debian)
      },
    ],
    ['the machine starts', () => debian.boot()],
    ['the site answers over TLS, and stores what is sent', () => startAndLook(debian)],
    ['it writes where it may, and nowhere else', () => checkFolders(debian)],
    ['a change under readers', () => changeSettings(debian)],
    ['the way back, and forth', () => goBackAndForth(debian, earlier)],
    ['a killed process is started again', () => startAgainAfter(debian, 'KILL')],
    ['one that hangs is started again', () => startAgainAfter(debian, 'STOP')],
    [
      'after a power cut the site comes back',
      async () => {
        await debian.boot()
        await untilReady(debian)
      },
    ],
    ['all stop in good order', () => stopAll(debian)],
  ]
  for (const [name, step] of steps) {
    await step().catch((error: Error) => {
      throw new Error(`${name}: ${error.message}`, { cause: error })
    })
  }
  return steps.map(([name]) => name).join('; ')
}

needPackages({ debootstrap: '/usr/sbin/debootstrap', shellcheck: '/usr/bin/shellcheck' })
await runRows(
  ['bookworm', 'trixie'].map((name) => ({ name, limitSeconds: 3_600, run: trySuite(name) })),
)
