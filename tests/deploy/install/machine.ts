import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { type Debian, makeDebian } from './debian.ts'
import { authority, runInstall, runSteps, type Step, setSetting, site } from './looks.ts'
import { installPostgres, manyRequests, moveUnderVisitors } from './move-data.ts'
import { changeUnderReaders, installTwice, startAndLook } from './one-site.ts'

const units = ['breezeway@3001', 'breezeway@3002']
const [unit = ''] = units

/** A name that systemd would read otherwise if it were not told. */
const backups = '/srv/second disk/50% off'

/** The most that `systemd-analyze security` may say, in tenths. */
const mostExposure = 20

/** A backup is due within a minute, and is then looked for, made and told. */
const waitLong = (what: string, isSo: () => Promise<boolean>) => waitUntil(what, isSo, 180_000)

const show = async ({ run }: Debian, name: string, property: string) =>
  (await run(['systemctl', 'show', '--value', '--property', property, name])).trim()

/** True if the process of a unit takes requests. */
async function isReady({ run }: Debian, name: string): Promise<boolean> {
  const port = name.split('@')[1]
  const curl = ['curl', '--silent', '--fail', '--max-time', '5', '--output', '/dev/null']
  return run([...curl, `http://127.0.0.1:${port}/readyz`]).then(
    () => true,
    () => false,
  )
}

/** The limit is shortened, so that nobody waits for minutes. */
async function shortenWatchdog(debian: Debian): Promise<void> {
  assert.deepEqual(await show(debian, unit, 'WatchdogUSec'), '3min')
  const folder = `/run/systemd/system/${unit}.service.d`
  const lines = '[Service]\\nWatchdogSec=10\\n'
  await debian.run(['sh', '-ec', `mkdir -p ${folder}; printf '${lines}' >${folder}/short.conf`])
  await debian.run(['systemctl', 'daemon-reload'])
  await debian.run(['systemctl', 'restart', unit])
}

/** Three times the limit: a process that works is left alone. */
async function isLeftAlone(debian: Debian): Promise<void> {
  const before = await show(debian, unit, 'MainPID')
  await sleep(30_000)
  assert.deepEqual(await show(debian, unit, 'MainPID'), before)
}

/** The unit's process ends or hangs by this signal; systemd starts another. */
async function startsAgainAfter(debian: Debian, signal: string): Promise<void> {
  const before = await show(debian, unit, 'MainPID')
  await debian.run(['sh', '-c', `kill -${signal} ${before}`])
  await waitLong(`another process after ${signal}`, async () => {
    const now = await show(debian, unit, 'MainPID')
    return now !== '0' && now !== before && (await isReady(debian, unit))
  })
  await waitLong('the unit is active', async () => {
    return (await show(debian, unit, 'ActiveState')) === 'active'
  })
  assert.deepEqual(await show(debian, unit, 'NRestarts'), '1')
  await debian.run(['systemctl', 'restart', unit])
}

/** What the process may write, seen from where systemd has put it. */
async function checkFolders(debian: Debian): Promise<void> {
  const pid = await show(debian, unit, 'MainPID')
  const write = (folder: string) =>
    debian
      .run([
        ...['nsenter', '--target', pid, '--mount', 'setpriv', '--reuid=breezeway'],
        ...['--regid=breezeway', '--clear-groups', 'touch', `${folder}/written`],
      ])
      .catch((error: Error) => error.message)
  assert.deepEqual(await write(backups), '')
  assert.deepEqual(await write('/var/lib/breezeway'), '')
  assert.match(await write('/srv/other'), /Read-only file system/)
}

async function checkSecurity(debian: Debian): Promise<void> {
  const threshold = `--threshold=${mostExposure}`
  const judged = await debian.run(['systemd-analyze', 'security', '--no-pager', threshold, unit])
  assert.match(judged, /Overall exposure level/)
}

/** Nothing is left behind, and nothing counts as failed. */
async function stopAll(debian: Debian): Promise<void> {
  await debian.run(['systemctl', 'stop', ...units])
  for (const name of units) {
    const states = ['ActiveState', 'Result', 'ExecMainCode', 'ExecMainStatus']
    const found = await Promise.all(states.map((property) => show(debian, name, property)))
    // Code 1: it has ended by itself, and not by a signal.
    assert.deepEqual(found, ['inactive', 'success', '1', '0'])
  }
  const left = await debian.run([
    'find',
    '/proc',
    '-maxdepth',
    '1',
    '-name',
    '[0-9]*',
    '-user',
    'breezeway',
  ])
  assert.deepEqual(left, '')
}

/** An operator sees when the next backup is due, and that the last one failed. */
async function tellSchedule(debian: Debian): Promise<void> {
  const tells = async (words: RegExp) => {
    let last = ''
    const isTold = async () => {
      last = await show(debian, unit, 'StatusText')
      return words.test(last)
    }
    await waitLong(`the status tells ${words}`, isTold).catch((error: Error) => {
      throw new Error(`${error.message}; it tells: ${last}`)
    })
  }
  await tells(/There is no backup yet\. The next is due on .*, 3:17 AM E[SD]T\./)
  // A backup is due once there is an account, and this folder takes none.
  setSetting(debian, 'ADMIN_EMAIL', 'owner@example.com')
  setSetting(debian, 'ADMIN_PASSWORD', 'a long password for the owner')
  setSetting(debian, 'BACKUP_SCHEDULE', "'* * * * *'")
  await debian.run(['chown', 'root:', backups])
  await runInstall(debian)
  await tells(/^BAD: The last backup failed\. .* The next is due on /)
  await debian.run(['chown', 'breezeway:', backups])
  await tells(/^The last backup is of .*, and was restored for a trial\./)
  setSetting(debian, 'BACKUP_SCHEDULE', 'off')
  await runInstall(debian)
}

/** Power comes back, and with it the site. */
async function startAgain(debian: Debian): Promise<void> {
  await debian.boot()
  const curl = ['curl', '--silent', '--max-time', '10', '--cacert', authority]
  await waitLong('the site answers', async () => {
    const answer = await debian.run([...curl, `${site}/readyz`]).catch(() => '')
    return answer.includes('"status":"ready"')
  })
}

/** Starts a Debian as a machine is, and lets its systemd run what `deploy/install` has made. */
export async function tryMachine(machine: Machine): Promise<string> {
  const debian = await makeDebian('bookworm', machine)
  await debian.run(['mkdir', '-p', backups, '/srv/other'])
  const settings = { DATABASE: 'embedded', BACKUP_DIR: `"${backups}"`, ...manyRequests }
  await installTwice(debian, settings)
  await installPostgres(debian)
  await debian.run(['chown', 'breezeway:', backups, '/srv/other'])
  // Which starts all that is enabled, so that the next run only makes sure of its own.
  await debian.boot()
  const steps: Step[] = [
    ['the site answers over TLS, and a second run changes nothing', () => startAndLook(debian, [])],
    ['it writes where it may, and nowhere else', () => checkFolders(debian)],
    ['the running unit pleases systemd-analyze', () => checkSecurity(debian)],
    ['a killed process is started again', () => startsAgainAfter(debian, 'KILL')],
    [
      'one that hangs is started again, and no other',
      async () => {
        await shortenWatchdog(debian)
        await isLeftAlone(debian)
        await startsAgainAfter(debian, 'STOP')
      },
    ],
    ['systemctl status tells what runs when', () => tellSchedule(debian)],
    ['a change under readers', () => changeUnderReaders(debian)],
    ['the data moves under visitors', () => moveUnderVisitors(debian)],
    ['after a power cut the site comes back', () => startAgain(debian)],
    ['all stop in good order', () => stopAll(debian)],
  ]
  return runSteps(steps)
}
