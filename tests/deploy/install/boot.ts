import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { firstChildOf } from '#tests/support/machine/processes.ts'

/** The first process of a Debian's namespaces, and how to end all of them. */
export type Namespaces = { first: string; close: () => Promise<void> }

/** Where this machine has its control groups of the second version, alone or beside the first. */
function findControlGroups(): string {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, , type]) => type === 'cgroup2')
  if (!mount?.[1]) throw new Error('this machine has no control groups of the second version')
  return mount[1]
}

/** A control group with all below it. The kernel lets go of its processes a moment after their end. */
async function removeControlGroup(folder: string): Promise<void> {
  for (const end = Date.now() + 10_000; ; await sleep(100)) {
    const below = globSync('**/', { cwd: folder }).sort((one, other) => other.length - one.length)
    try {
      for (const name of below) rmdirSync(join(folder, name))
      return rmdirSync(folder)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
      if (Date.now() > end) throw error
    }
  }
}

/**
 * What a machine has at its start, with nothing of this one but harmless devices: its own control
 * groups, a network without cables, and settings of the kernel that cannot be changed.
 */
const script = `root=$1
mount --make-rprivate /
mount --bind "$root" "$root"
cd "$root"
mount -t proc proc proc
for path in sys sysrq-trigger; do
  [ -e "proc/$path" ] || continue
  mount --bind "proc/$path" "proc/$path"
  mount -o remount,bind,ro "proc/$path"
done
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs dev
for name in null zero full random urandom tty; do
  touch "dev/$name"
  mount --bind "/dev/$name" "dev/$name"
done
mkdir dev/shm dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount -t tmpfs -o mode=755 tmpfs run
mkdir run/before
pivot_root . run/before
umount -l /run/before
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system`

/**
 * Starts the systemd of a Debian in a folder as the first process of new namespaces, as a machine that
 * is turned on. Closing them is what a power cut is to a machine.
 */
export async function boot(root: string): Promise<Namespaces> {
  const group = join(findControlGroups(), `breezeway-${process.pid}`)
  mkdirSync(group, { recursive: true })
  const kinds = ['--mount', '--pid', '--uts', '--ipc', '--net', '--cgroup']
  const unshare = ['unshare', ...kinds, '--fork', '--kill-child']
  const child = spawn(
    'sh',
    [
      ...['-ec', 'echo $$ >"$1/cgroup.procs"; shift; exec setpriv --pdeathsig=KILL "$@"', 'sh'],
      ...[group, ...unshare, 'sh', '-ec', script, 'sh', root],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  child.stderr.on('data', (bytes: Buffer) => (said += bytes))
  const exited = once(child, 'exit')
  const findFirst = () => firstChildOf(child.pid)
  const isUp = async () => {
    const first = findFirst()
    if (!first || readFileSync(`/proc/${first}/comm`, 'utf8') !== 'systemd\n') return false
    const ask = ['systemctl', 'is-system-running']
    const asking = spawn('nsenter', ['--target', first, '--all', ...ask])
    let state = ''
    asking.stdout.on('data', (bytes: Buffer) => (state += bytes))
    await once(asking, 'close')
    return /^(running|degraded)/.test(state)
  }
  for (const end = Date.now() + 300_000; !(await isUp().catch(() => false)); await sleep(200)) {
    if (child.exitCode === null && Date.now() < end) continue
    child.kill('SIGKILL')
    await exited
    await removeControlGroup(group)
    throw new Error(`the systemd does not come up: ${said}`)
  }
  const first = findFirst()
  return {
    first,
    async close() {
      process.kill(Number(first), 'SIGKILL')
      await exited
      await removeControlGroup(group)
    },
  }
}
