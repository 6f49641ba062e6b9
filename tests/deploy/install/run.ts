/**
 * `npm run faults -- install [WORDS]`: makes bare Debians in folders, runs `deploy/install` in them as an owner does,
 * and looks at what is there. The second run changes nothing; then the units' exact command lines and
 * Caddy with its own authority serve, and visitors come by TLS while the settings change. Then two of
 * them become the nodes of one site, and one is started with its own systemd as a machine is. As root
 * on Debian; needs the network for packages.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { addMigration } from '#tests/support/database/earlier-database.ts'
import { needPackages } from '#tests/support/machine/debian.ts'
import { runRows } from '#tests/support/machine/rows.ts'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { type Debian, makeDebian } from './debian.ts'
import { stopFirstRuns } from './first-runs.ts'
import {
  authority,
  install,
  leaveForItself,
  linesBut,
  listFiles,
  runInstall,
  runSteps,
  type Step,
  setSetting,
  site,
} from './looks.ts'
import { tryMachine } from './machine.ts'
import { checkPostgres, installPostgres, manyRequests, moveUnderVisitors } from './move-data.ts'
import { changeUnderReaders, installTwice, startAndLook } from './one-site.ts'
import { tryNodes } from './two-nodes.ts'

/** Both kinds of database, one on each Debian: that which is asked for, and the one without asking. */
const suites: Record<string, Record<string, string>> = {
  bookworm: { DATABASE: 'embedded', ...manyRequests },
  trixie: {},
}

/** The most that `systemd-analyze security` may say, in tenths. */
const mostExposure = 20

function checkScripts(debian: Debian): void {
  for (const script of [install, '/root/breezeway/tests/deploy/install/systemctl']) {
    execFileSync('shellcheck', ['--external-sources', join(debian.root, script)], {
      stdio: 'inherit',
    })
  }
}

/** As the systemd of this Debian reads it. */
async function checkUnits(debian: Debian): Promise<void> {
  const unit = 'breezeway@3001.service'
  assert.deepEqual(await debian.run(['systemd-analyze', 'verify', unit]), '')
  const threshold = `--threshold=${mostExposure}`
  const judged = await debian.run(['systemd-analyze', 'security', '--offline=yes', threshold, unit])
  assert.match(judged, /Overall exposure level/)
}

/** What the product refuses is said in its words, and reaches no process. */
async function setWrongly(debian: Debian): Promise<void> {
  setSetting(debian, 'SMTP_URL', 'nowhere')
  const before = readFileSync(join(debian.root, 'etc/breezeway.env'), 'utf8')
  const refused = await debian.run([install]).catch((error: Error) => error.message)
  assert.match(refused, /^SMTP_URL must be an address/m)
  assert.match(refused, /^This run has changed nothing\.$/m)
  assert.deepEqual(readFileSync(join(debian.root, 'etc/breezeway.env'), 'utf8'), before)
}

/** Its migration works on no database with tables. */
const badMigration = '9999_bad'

/** Another release, and the earlier one again by the script in its folder. Returns the other. */
async function releaseAndGoBack(debian: Debian): Promise<string> {
  const link = join(debian.root, 'opt/breezeway/current')
  const earlier = readlinkSync(link)
  const migrations = join(debian.root, 'root/breezeway/migrations')
  const undo = addMigration(migrations, badMigration, 'SELECT 1 / 0;')
  await runInstall(debian)
  undo()
  const later = readlinkSync(link)
  if (later === earlier) throw new Error('a change of the checkout made no new release')
  const back = await runInstall(debian, `/opt/breezeway/${earlier}/deploy/install`)
  assert.deepEqual(readlinkSync(link), earlier)
  assert.deepEqual(linesBut(back, /^unchanged /), ['not started'])
  return later
}

/** A release whose migration fails is not switched to, and the site goes on. */
async function releaseBadly(debian: Debian, release: string): Promise<void> {
  const before = await listFiles(debian)
  const script = `/opt/breezeway/${release}/deploy/install`
  const refused = await debian.run([script]).catch((error: Error) => error.message)
  assert.match(refused, new RegExp(`the migration ${badMigration} cannot be applied`))
  assert.match(refused, /Nothing was switched/)
  assert.deepEqual(await listFiles(debian), before)
  const ready = await debian.run(['curl', '--silent', '--cacert', authority, `${site}/readyz`])
  assert.match(ready, /"status":"ready"/)
}

const trySuite = (suite: string, settings: Record<string, string>) => async (machine: Machine) => {
  const debian = await makeDebian(suite, machine)
  let bad = ''
  const moving: Step = ['the data moves under visitors', () => moveUnderVisitors(debian)]
  const steps: Step[] = [
    ['the scripts please shellcheck', () => checkScripts(debian)],
    [
      'a first run that stops names what it leaves, and how to remove that',
      () => stopFirstRuns(debian, settings),
    ],
    ['a second run changes nothing', () => installTwice(debian, settings)],
    ['the units please systemd-analyze', () => checkUnits(debian)],
    [
      'another release, and back',
      async () => {
        bad = await releaseAndGoBack(debian)
      },
    ],
    [
      'the site answers over TLS',
      async () => {
        if (settings.DATABASE) await installPostgres(debian)
        await leaveForItself(debian)
        await startAndLook(debian)
      },
    ],
    ['a change under readers', () => changeUnderReaders(debian)],
    ['a release that would fail changes nothing', () => releaseBadly(debian, bad)],
    ...(settings.DATABASE ? [moving] : []),
    [
      'Debian’s PostgreSQL has the data, and gives the product no rights',
      () => checkPostgres(debian),
    ],
    ['a wrong setting changes nothing', () => setWrongly(debian)],
  ]
  return runSteps(steps)
}

needPackages({ debootstrap: '/usr/sbin/debootstrap', shellcheck: '/usr/bin/shellcheck' })
await runRows(
  Object.entries({
    ...Object.fromEntries(
      Object.entries(suites).map(([suite, settings]) => [suite, trySuite(suite, settings)]),
    ),
    'the nodes of one site': tryNodes,
    'a machine with systemd': tryMachine,
  }).map(([name, run]) => ({ name, limitSeconds: 3_600, run })),
)
