/** @module-tag slow */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const install = fileURLToPath(new URL('../../../deploy/install', import.meta.url))

type Machine = { settings?: string; env?: string; clusters?: string; caddyfile?: string }

/** Runs lines of a shell with what `deploy/install` defines, on files of the test; answers both outputs. */
async function runWith(machine: Machine, lines: string) {
  const { settings = '', env = '', clusters = '', caddyfile = '' } = machine
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  writeFileSync(join(folder.path, 'settings'), `DOMAIN=site.example\n${settings}`)
  writeFileSync(join(folder.path, 'env'), env)
  writeFileSync(join(folder.path, 'clusters'), clusters)
  writeFileSync(join(folder.path, 'Caddyfile'), caddyfile.replaceAll('FOLDER', folder.path))
  // All of the script but its last line, which begins the installation.
  const script = `. <(sed '$d' "$0")
    settings=$1/settings env_file=$1/env
    pg_lsclusters() { cat "\${settings%/*}/clusters"; }
    ${lines}`
  const { stdout } = await promisify(execFile)('bash', ['-c', script, install, folder.path]).catch(
    (error: { stdout: string; stderr: string }) => ({ stdout: error.stdout + error.stderr }),
  )
  return stdout.replaceAll(folder.path, 'FOLDER')
}

test('a folder is named for systemd as it reads it', async () => {
  const settings = `BACKUP_DIR="/mnt/second disk/50% off, it's"\nDATABASE=embedded\n`
  expect(await runWith({ settings }, 'read_settings; writable_paths')).toBe(
    `[Service]\nReadWritePaths="-/mnt/second disk/50%% off, it's"\n`,
  )
})

test.each([
  ['backups', 'must be a whole path, such as /mnt/second-disk/backups.'],
  ['/mnt/the "big" disk', 'may have no " and no \\ in it: systemd would read another path.'],
  ['/mnt/big\\', 'may have no " and no \\ in it: systemd would read another path.'],
])('the folder %s is refused in words', async (folder, words) => {
  const printed = await runWith({ settings: `BACKUP_DIR=${folder}\n` }, 'read_settings')
  expect(printed).toBe(`deploy/install: BACKUP_DIR in FOLDER/settings ${words}\n`)
})

test.each([
  ['LEAD_MIRROR=/mnt/leads', 'LEAD_MIRROR in FOLDER/settings is gone: '],
  ['ARCHIVE_DIR=/mnt/archive', 'ARCHIVE_DIR in FOLDER/settings is gone: '],
])('what is gone is refused in words: %s', async (settings, words) => {
  const printed = await runWith({ settings: `${settings}\n` }, 'read_settings')
  expect(printed).toContain(`deploy/install: ${words}`)
})

test('a secret that was made once is kept as it is', async () => {
  const secret = 'a$b`c"d\\e'
  const printed = await runWith(
    { env: 'METRICS_TOKEN="a\\$b\\`c\\"d\\\\e"\n' },
    `secret_of METRICS_TOKEN; echo; printf 'METRICS_TOKEN=%s\\n' "$(secret_of METRICS_TOKEN)" | quoted`,
  )
  expect(printed).toBe(`${secret}\nMETRICS_TOKEN="a\\$b\\\`c\\"d\\\\e"\n`)
})

const urlAt = (host: string) =>
  `DATABASE_URL="postgres://breezeway@localhost/breezeway?host=${host}"\n`

test.each([
  ['a new site gets Debian’s', {}, false, 'postgresql'],
  [
    'one that was asked to keep its own does',
    { settings: 'DATABASE=embedded\n' },
    false,
    'embedded',
  ],
  ['one with a server elsewhere gets none', { settings: 'DATABASE_URL=x\n' }, false, 'embedded'],
  ['one that has its own keeps it', { env: 'SITE_URL="https://x"\n' }, true, 'embedded to move'],
  [
    'also when its move was interrupted',
    { env: urlAt('/run/breezeway-has-no-database') },
    true,
    'embedded to move',
  ],
  ['one that was moved stays there', { env: urlAt('/var/run/postgresql') }, true, 'postgresql'],
])('of the databases, %s', async (_which, machine, hasFolder, chosen) => {
  const lines = `${hasFolder ? 'mkdir -p "$1/data/postgres"; ' : ''}data=$1/data
    read_settings; echo "$database$(has_embedded && echo ' to move')"`
  expect(await runWith(machine, lines)).toBe(`${chosen}\n`)
})

const [other, usual, second] = ['15 another 5433', '15 main 5432', '17 main 5434'].map(
  (begin) => `${begin} online postgres /var/lib/postgresql /var/log/postgresql\n`,
)
const name = 'find_cluster; echo "$cluster_version $cluster_name $cluster_port$(port_in_url)"'
const ofPort = (port: number) =>
  `DATABASE_URL="postgres://breezeway@localhost:${port}/breezeway?host=/var/run/postgresql"\n`

test.each([
  ['with the usual port', `${other}${usual}${second}`, '', '15 main 5432'],
  ['that is the only one', `${other}`, '', '15 another 5433:5433'],
  ['that the site has already', `${other}${usual}${second}`, ofPort(5434), '17 main 5434:5434'],
])('the cluster of PostgreSQL is the one %s', async (_which, clusters, env, found) => {
  expect(await runWith({ clusters, env }, name)).toBe(`${found}\n`)
})

test('among several clusters without the usual port none is chosen', async () => {
  expect(await runWith({ clusters: `${other}${second}` }, name)).toBe(
    `deploy/install: DATABASE=postgresql in FOLDER/settings is for the PostgreSQL on port 5432, and pg_lsclusters shows:
${other}${second}Give the one that is for the site this port, in its postgresql.conf, or set DATABASE_URL instead.\n`,
  )
})

const packagedCaddyfile = ':80 {\n\troot * /usr/share/caddy\n}\n'
const [logLine, siteLine] = ['breezeway-log', 'breezeway'].map(
  (file) => `import FOLDER/${file}.caddy\n`,
)
const ownSite = 'own.example {\n\trespond "own"\n}\n'
const added = `{\n\t${logLine}}\n\n`

test.each([
  ['as Debian brings it', packagedCaddyfile, `${added}${siteLine}`],
  ['of an earlier release', `${siteLine}`, `${added}${siteLine}`],
  ['with a site of its own', ownSite, `${added}${ownSite}\n${siteLine}`],
  [
    'with global options of its own',
    `# Ours\n{\n\tadmin off\n}\n${ownSite}`,
    `# Ours\n{\n\t${logLine}\tadmin off\n}\n${ownSite}\n${siteLine}`,
  ],
])('a Caddyfile %s imports the site and its log, and stays so', async (_which, before, after) => {
  const lines = `caddy_folder=$1
    shipped=$(printf '${packagedCaddyfile}' | md5sum | cut -d' ' -f1)
    dpkg-query() { echo " /etc/caddy/Caddyfile $shipped"; }
    caddyfile >"$1/first"
    cp "$1/first" "$1/Caddyfile"
    caddyfile | diff "$1/first" - && cat "$1/first"`
  expect((await runWith({ caddyfile: before }, lines)).trim()).toBe(after.trim())
})

const installing = `unfinished=$1/unfinished; current=$1/current; installing=yes; `

test('what a first run leaves is named with the commands that remove it, also by the run after it', async () => {
  const lines = (end: string) => `${installing}
    leaves 'rm -rf /first'
    say made /first
    say unchanged /second
    # The next run.
    : >"$work/changed"
    leaves 'rm -rf /first'
    leaves 'userdel second'
    say made 'user second'
    ${end}`
  const printed = await runWith({}, lines(`die 'it does not work.'`))
  expect(printed).toMatch(
    /^made +\/first\nunchanged +\/second\nmade +user second\ndeploy\/install: it does not work\.\nThis run stopped before its end\. What it did stays:\n {2}made +user second\n/,
  )
  expect(printed.split('run as root:\n')[1]).toBe(
    '  userdel second\n  rm -rf /first\n  rm -f FOLDER/unfinished FOLDER/unfinished.packages\n',
  )
  const finished = await runWith({}, lines(`finish; die 'it does not answer.'`))
  expect(finished).toMatch(/deploy\/install: it does not answer\.\n$/)
})

test('a command that fails on the way counts as a stop, whatever it ends with', async () => {
  const printed = await runWith({}, `${installing} (exit 2); echo 'not reached'`)
  expect(printed).toBe('This run has changed nothing.\n')
})

test('a name that is no setting is told of, and passed on', async () => {
  const settings = 'SITE_PHNE=3865550142\nSITE_NAME=Ours\nDATABASE=embedded\n'
  const lines = 'source_folder=$(dirname "$0")/..; read_settings 2>&1; product_settings'
  const printed = await runWith({ settings }, lines)
  expect(printed).toMatch(/^deploy\/install: SITE_PHNE in FOLDER\/settings is no setting: .*\n[^d]/)
  expect(printed).toContain('SITE_PHNE="3865550142"\n')
})

describe('the database', () => {
  /** With what the system says of the processes, and what the release says of the database. */
  const upgrade = (isActive: boolean, migrate: string, settings = '') =>
    runWith(
      { settings },
      `read_settings; work=$1 release=next
      has_systemd() { true; }
      systemctl() { ${isActive}; }
      run_product() { echo "ran $2" >&2; ${migrate}; }
      upgrade_database; cat $work/upgrade.log 2>/dev/null || echo 'nothing was run'`,
    )

  test('is brought to a release while the earlier one serves', async () => {
    expect(await upgrade(true, 'true')).toMatch(
      /^ready +the database, for next\nran scripts\/migrate.ts\n$/,
    )
  })

  test('stops an installation that cannot bring it there, before anything is switched', async () => {
    expect(await upgrade(true, 'echo "The upgrade failed."; false')).toBe(
      'ran scripts/migrate.ts\nThe upgrade failed.\ndeploy/install: release next cannot use the database, as said above. Nothing was switched.\n',
    )
  })

  test('is left to the first process where none runs', async () => {
    expect(await upgrade(false, 'true')).toBe('nothing was run\n')
  })

  const elsewhere = 'DATABASE_URL=postgres://breezeway@127.0.0.1:9/breezeway\n'

  test('that is elsewhere is tried on a first run too', async () => {
    expect(await upgrade(false, 'echo "It is away."; false', elsewhere)).toMatch(
      /It is away\.\n.*cannot use the database, as said above\. Nothing was switched\.\n$/,
    )
  })

  test('that is elsewhere is left alone where nothing shall start', async () => {
    expect(await upgrade(false, 'true', `${elsewhere}START=no\n`)).toBe('nothing was run\n')
  })
})
