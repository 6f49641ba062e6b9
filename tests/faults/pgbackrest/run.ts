/**
 * `npm run faults -- pgbackrest`: follows the lines of docs/operations.md, Point in time, to the letter.
 * Visitors send requests to a site on Debian's PostgreSQL while its data folder burns; then pgBackRest
 * restores it, and what came back is compared with what was acknowledged. Needs root, on Debian. The
 * folders of the machine's own PostgreSQL and pgBackRest are hidden in a name space of mounts meanwhile.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ask } from '#tests/support/database/ask-database.ts'
import { needPackages } from '#tests/support/machine/debian.ts'
import { freePort } from '#tests/support/machine/free-port.ts'
import { printLine } from '#tests/support/machine/rows.ts'
import { run } from '#tests/support/machine/take-machine.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { sendLeads } from '#tests/support/send-lead.ts'
import { startServer } from '#tests/support/server-process.ts'
import { buildIfStale } from '../../../scripts/build.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The cluster that the lines of the document are for, and where they keep its copy. */
const [version, elsewhere] = ['15', '/mnt/other-disk']
const cluster = `/var/lib/postgresql/${version}/main`

/** Folders that are this machine's outside of the name space. */
const hidden = [
  ...['/var/lib/postgresql', '/etc/postgresql', '/run/postgresql', '/var/log/postgresql'],
  ...['/var/lib/pgbackrest', '/var/log/pgbackrest', '/var/spool/pgbackrest', '/etc/cron.d', '/mnt'],
]

/** The most that may be lost, as the document says, and what a busy machine takes longer, in seconds. */
const [mostLost, patience] = [60, 15]

/** What the document has under a heading: its blocks of commands, in order. */
function blocksUnder(heading: string): string[][] {
  const text = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const [, section = ''] = text.split(`\n## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  return own
    .split(/\n(?! {4})/)
    .map((part) => part.split('\n').filter((line) => line.startsWith('    ')))
    .filter((lines) => lines.length > 0)
}

async function follow(lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    printLine(`# ${line.trim()}`)
    await run('sh', '-c', line)
  }
}

const asPostgres = (...command: string[]) => run('runuser', '-u', 'postgres', '--', ...command)

/** Makes an empty cluster, as Debian's package does, with a database for the site; returns its address. */
async function makeCluster(): Promise<string> {
  const port = await freePort()
  for (const folder of ['/var/lib/postgresql', '/etc/postgresql', '/run/postgresql'])
    await run('chown', 'postgres:', folder)
  await run('chown', 'postgres:', '/var/log/postgresql', '/var/log/pgbackrest', elsewhere)
  await run('pg_createcluster', '--port', String(port), '--start', version, 'main')
  const role = `create role breezeway login password 'for this trial'`
  const psql = ['psql', '--port', String(port), '-c']
  await asPostgres(...psql, role)
  await asPostgres(
    ...psql,
    'create database breezeway owner breezeway encoding utf8 template template0',
  )
  // The commands of the document have no port, as on a machine with one cluster.
  process.env.PGPORT = String(port)
  return `postgres://breezeway:for%20this%20trial@localhost:${port}/breezeway`
}

async function storedAt(address: string): Promise<Set<string>> {
  const leads = 'select submission_id id from leads'
  const rows = await ask<{ id: string }>({ connectionString: address }, leads)
  return new Set(rows.map(({ id }) => id))
}

/** The disk is gone from one moment to the next, and with it the server. */
async function burn(): Promise<void> {
  const [pid] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await run('sh', '-c', `rm -rf ${cluster}/* ${cluster}/.[!.]*`)
}

async function tryRestore(): Promise<void> {
  await run('mkdir', '-p', elsewhere)
  const address = await makeCluster()
  const dataDir = mkdtempSync(join(tmpdir(), 'breezeway-pgbackrest-'))
  const [setUp = [], restore = []] = blocksUnder('Point in time')
  if (restore.length === 0) throw new Error('docs/operations.md has no lines for a restore')
  const env = { DATA_DIR: dataDir, DATABASE_URL: address, LOG_LEVEL: 'fatal' }
  const server = await startServer(env, { withDatabase: true })
  try {
    await follow(setUp)
    const { acknowledged, refused, stop } = sendLeads(server.url, 100)
    const began = Date.now()
    await waitUntil('there is enough to lose', () => Date.now() - began > 90_000, 100_000)
    await burn()
    const burntAt = Date.now()
    const inTime = acknowledged.filter(({ at }) => at < burntAt - (mostLost + patience) * 1_000)
    await waitUntil('visitors are served without it', () =>
      acknowledged.some(({ at }) => at > burntAt + 5_000),
    )
    await follow(restore)
    const seconds = ((Date.now() - burntAt) / 1_000).toFixed(0)
    await stop()
    const late = acknowledged.filter(({ at }) => at > burntAt)
    const isBack = async () => {
      const stored = await storedAt(address)
      return late.every(({ id }) => stored.has(id))
    }
    await waitUntil('what came in meanwhile is stored', isBack, 180_000)
    const stored = await storedAt(address)
    const lost = acknowledged.filter(({ id }) => !stored.has(id))
    const oldest = Math.max(0, ...lost.map(({ at }) => (burntAt - at) / 1_000)).toFixed(0)
    printLine(
      `${acknowledged.length} requests were acknowledged, ${late.length} of them while the data was gone; ${lost.length} did not come back, of the last ${oldest} seconds before the fire; restored and up again after ${seconds} seconds; ${refused.length} were turned away.`,
    )
    const tooOld = inTime.filter(({ id }) => !stored.has(id))
    if (inTime.length === 0 || tooOld.length > 0 || refused.length > 0)
      throw new Error(
        `of ${inTime.length} from before that ${tooOld.length} are lost; ${refused[0] ?? ''}`,
      )
  } finally {
    await server.end('SIGTERM')
    await run('pg_ctlcluster', '--mode', 'immediate', version, 'main', 'stop').catch(() => {})
    rmSync(dataDir, { recursive: true })
  }
}

if (process.argv[2] === 'hidden') await tryRestore()
else {
  needPackages({ postgresql: '/usr/bin/pg_createcluster', pgbackrest: '/usr/bin/pgbackrest' })
  await buildIfStale()
  const mounts = hidden.map((folder) => `mkdir -p ${folder} && mount -t tmpfs none ${folder}`)
  // The file that the lines write is another one inside.
  const file =
    'cp -p /etc/pgbackrest.conf /mnt/pgbackrest.conf && mount --bind /mnt/pgbackrest.conf /etc/pgbackrest.conf'
  const inside = `${[...mounts, file].join(' && ')} && exec "$0" "$1" hidden`
  const child = spawn(
    'unshare',
    ['--mount', 'sh', '-c', inside, process.execPath, fileURLToPath(import.meta.url)],
    { stdio: 'inherit' },
  )
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
}
