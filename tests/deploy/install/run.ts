/**
 * `npm run deploy:test`: makes bare Debians in folders, runs `deploy/install` in them as an owner does,
 * and looks at what is there. The second run changes nothing; then the units' exact command lines and
 * Caddy with its own authority serve, and visitors come by TLS while the settings change. Then two of
 * them become the nodes of one site. Removes everything, also when it is stopped. As root on Debian;
 * needs the network for packages. Arguments choose suites, and `nodes`.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installDebianPackages } from '../../system/debian.ts'
import { type Debian, makeDebian } from './debian.ts'
import {
  authority,
  copySettings,
  expectEqual,
  expectMatch,
  install,
  leaveForItself,
  linesBut,
  listFiles,
  setSetting,
  site,
} from './looks.ts'
import { tryNodes } from './two-nodes.ts'

const printLine = (line: string) => process.stdout.write(`${line}\n`)

const packages = { debootstrap: '/usr/sbin/debootstrap', shellcheck: '/usr/bin/shellcheck' }

/** Both kinds of database, one on each Debian. */
const suites: Record<string, string> = { bookworm: 'embedded', trixie: 'postgresql' }

/** The most that `systemd-analyze security` may say, in tenths. */
const mostExposure = 20

function checkScripts(debian: Debian): void {
  for (const script of [install, '/root/breezeway/tests/deploy/install/systemctl']) {
    execFileSync('shellcheck', ['--external-sources', join(debian.root, script)], {
      stdio: 'inherit',
    })
  }
}

/** The first run makes everything, the second nothing. */
async function installTwice(debian: Debian, database: string): Promise<void> {
  await copySettings(debian, { DOMAIN: 'breezeway.test', TLS: 'internal', DATABASE: database })
  const first = await debian.run([install])
  expectMatch(first, /^not started .*no systemd runs here/m)
  const before = await listFiles(debian)
  const second = await debian.run([install])
  expectEqual(linesBut(second, /^unchanged /), ['not started'])
  expectEqual(await listFiles(debian), before)
}

/** As the systemd of this Debian reads it. */
async function checkUnits(debian: Debian): Promise<void> {
  const unit = 'breezeway@3001.service'
  expectEqual(await debian.run(['systemd-analyze', 'verify', unit]), '')
  const threshold = `--threshold=${mostExposure}`
  const judged = await debian.run(['systemd-analyze', 'security', '--offline=yes', threshold, unit])
  expectMatch(judged, /Overall exposure level/)
}

/** The site runs, and answers by its name. */
async function startAndLook(debian: Debian): Promise<void> {
  await leaveForItself(debian)
  const started = await debian.run([install])
  expectEqual(linesBut(started, /^unchanged /).slice(0, 4), [
    'restarted breezeway@3001',
    'restarted breezeway@3002',
    'restarted caddy',
    `checked a request through ${site} was stored, found and removed`,
  ])
  const before = await listFiles(debian)
  const again = await debian.run([install])
  expectEqual(linesBut(again, /^unchanged /)[0]?.split(' ')[0], 'checked')
  expectMatch(again, /^unchanged +breezeway@3001 runs\n/m)
  expectEqual(await listFiles(debian), before)

  const curl = ['curl', '--silent', '--show-error', '--cacert', authority, '--dump-header', '-']
  const page = await debian.run([...curl, '--compressed', `${site}/contact`])
  expectMatch(page, /^HTTP\/2 200/)
  expectMatch(page, /^alt-svc: h3=/m)
  expectMatch(page, /^content-encoding: br|^content-encoding: gzip/m)
  expectMatch(page, /Breezeway HVAC Network/)
  const plain = await debian.run([...curl, 'http://breezeway.test/'])
  expectMatch(plain, /^location: https:\/\/breezeway\.test\//im)
}

/** While somebody reads the site, a setting changes: all processes get it, and nobody is turned away. */
async function changeUnderReaders(debian: Debian): Promise<void> {
  const reading = debian.run([
    ...['bash', '-c'],
    `until [ -e /run/is-over ]; do curl --silent --max-time 20 --cacert ${authority} --output /dev/null --write-out '%{http_code}\\n' ${site}/contact || true; done`,
  ])
  setSetting(debian, 'SITE_PHONE', '4075550123')
  const changed = await debian.run([install])
  await debian.run(['touch', '/run/is-over'])
  const answers = (await reading).trim().split('\n')
  expectEqual(linesBut(changed, /^unchanged /).slice(0, 3), [
    'written /etc/breezeway.env',
    'restarted breezeway@3001',
    'restarted breezeway@3002',
  ])
  expectEqual(
    answers.filter((status) => status !== '200'),
    [],
  )
  printLine(`  ${answers.length} pages were read meanwhile, and none refused`)
  const page = await debian.run(['curl', '--silent', '--cacert', authority, `${site}/contact`])
  expectMatch(page, /\(407\) 555-0123/)
}

/** What the product refuses is said in its words, and reaches no process. */
async function setWrongly(debian: Debian): Promise<void> {
  setSetting(debian, 'SMTP_URL', 'nowhere')
  const before = readFileSync(join(debian.root, 'etc/breezeway.env'), 'utf8')
  const refused = await debian.run([install]).catch((error: Error) => error.message)
  expectMatch(refused, /^SMTP_URL must be an address/m)
  expectEqual(readFileSync(join(debian.root, 'etc/breezeway.env'), 'utf8'), before)
}

/** Its migration works on no database with tables. */
const badMigration = '9999_bad'

/** Returns what takes it away again. */
function addBadMigration({ root }: Debian): () => void {
  const folder = join(root, 'root/breezeway/migrations')
  const [file, added] = [join(folder, 'meta/_journal.json'), join(folder, `${badMigration}.sql`)]
  const before = readFileSync(file, 'utf8')
  const journal = JSON.parse(before) as { entries: { when: number }[] }
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, when: (last?.when ?? 0) + 1, ...{ tag: badMigration } })
  writeFileSync(file, JSON.stringify(journal))
  writeFileSync(added, 'SELECT 1 / 0;')
  return () => {
    writeFileSync(file, before)
    rmSync(added)
  }
}

/** Another release, and the earlier one again by the script in its folder. Returns the other. */
async function releaseAndGoBack(debian: Debian): Promise<string> {
  const link = join(debian.root, 'opt/breezeway/current')
  const earlier = readlinkSync(link)
  const undo = addBadMigration(debian)
  await debian.run([install])
  undo()
  const later = readlinkSync(link)
  if (later === earlier) throw new Error('a change of the checkout made no new release')
  const back = await debian.run([`/opt/breezeway/${earlier}/deploy/install`])
  expectEqual(readlinkSync(link), earlier)
  expectEqual(linesBut(back, /^(unchanged|tried) /), ['not started'])
  return later
}

/** A release whose migration fails on a copy of the data is not switched to, and the site goes on. */
async function releaseBadly(debian: Debian, release: string): Promise<void> {
  const before = await listFiles(debian)
  const script = `/opt/breezeway/${release}/deploy/install`
  const refused = await debian.run([script]).catch((error: Error) => error.message)
  expectMatch(refused, new RegExp(`the migration ${badMigration} fails on a copy`))
  expectMatch(refused, /Nothing was switched/)
  expectEqual(await listFiles(debian), before)
  const ready = await debian.run(['curl', '--silent', '--cacert', authority, `${site}/readyz`])
  expectMatch(ready, /"status":"ready"/)
}

async function trySuite(suite: string, stop: AbortSignal): Promise<void> {
  const database = suites[suite]
  if (!database) throw new Error(`there is no ${suite}, only ${Object.keys(suites).join(', ')}`)
  const debian = await makeDebian(suite, stop)
  let bad = ''
  try {
    const steps: [string, () => unknown][] = [
      ['the scripts please shellcheck', () => checkScripts(debian)],
      ['a second run changes nothing', () => installTwice(debian, database)],
      ['the units please systemd-analyze', () => checkUnits(debian)],
      [
        'another release, and back',
        async () => {
          bad = await releaseAndGoBack(debian)
        },
      ],
      ['the site answers over TLS', () => startAndLook(debian)],
      ['a change under readers', () => changeUnderReaders(debian)],
      ['a release that would fail changes nothing', () => releaseBadly(debian, bad)],
      ['a wrong setting changes nothing', () => setWrongly(debian)],
    ]
    for (const [name, step] of steps) {
      await step()
      printLine(`${suite}, ${database}: ${name}`)
    }
  } finally {
    await debian.remove()
  }
}

const stopping = new AbortController()
const codes = { SIGINT: 130, SIGTERM: 143 }
for (const [signal, code] of Object.entries(codes)) {
  process.once(signal, () => {
    process.exitCode = code
    stopping.abort()
  })
}
const missing = Object.entries(packages).filter(([, file]) => !existsSync(file))
if (missing.length > 0) installDebianPackages(...missing.map(([name]) => name))
const chosen = process.argv.slice(2)
try {
  for (const name of chosen.length > 0 ? chosen : [...Object.keys(suites), 'nodes']) {
    await (name === 'nodes' ? tryNodes(stopping.signal) : trySuite(name, stopping.signal))
  }
} catch (error) {
  if (!stopping.signal.aborted) throw error
}
