import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { firstChildOf } from '#tests/support/machine/processes.ts'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { boot, type Namespaces } from './boot.ts'

const checkout = fileURLToPath(new URL('../../..', import.meta.url))

const hostCertificates = '/etc/ssl/certs/ca-certificates.crt'
const copiedCertificates = '/etc/host-certificates.pem'
const copiedNpmrc = '/etc/host-npmrc'

/** How this machine reaches mirrors and registries, so that the new one reaches them too. */
function copyNetworkSettings(root: string): Record<string, string> {
  cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true })
  for (const file of globSync('/etc/apt/apt.conf.d/*')) {
    if (readFileSync(file, 'utf8').includes('Acquire::')) cpSync(file, join(root, file))
  }
  const env: Record<string, string> = {
    HOME: '/root',
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  }
  for (const [name, value] of Object.entries(process.env)) {
    if (/^(https?_proxy|no_proxy|npm_config_(registry|proxy|https_proxy|noproxy))$/i.test(name)) {
      env[name] = value ?? ''
    }
  }
  const npmrc = join(homedir(), '.npmrc')
  if (existsSync(npmrc)) {
    writeFileSync(join(root, copiedNpmrc), readFileSync(npmrc), { mode: 0o644 })
    env.npm_config_userconfig = copiedNpmrc
  }
  if (existsSync(hostCertificates)) {
    cpSync(hostCertificates, join(root, copiedCertificates))
    env.npm_config_cafile = copiedCertificates
    env.NODE_EXTRA_CA_CERTS = copiedCertificates
  }
  return env
}

/** Puts the checkout as it is now, without what git ignores, into a folder. */
function copyCheckout(target: string): void {
  execFileSync(
    'sh',
    [
      '-c',
      'mkdir -p "$1" && git ls-files -z --cached --others --exclude-standard | tar --null -T - -cf - | tar -C "$1" -xf -',
      'sh',
      target,
    ],
    { cwd: checkout },
  )
}

/** Starts the first process of new namespaces; what is in them ends with it, and it with this one. */
async function openNamespaces(root: string): Promise<Namespaces> {
  const script = `mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"; mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"; mount -t tmpfs tmpfs "$1/run"; exec chroot "$1" sleep infinity`
  const child = spawn(
    'setpriv',
    [
      ...['--pdeathsig=KILL', 'unshare', '--mount', '--pid', '--fork', '--kill-child'],
      ...['sh', '-ec', script, 'sh', root],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  child.stderr?.on('data', (bytes: Buffer) => (said += bytes))
  const exited = once(child, 'exit')
  const findFirst = () => firstChildOf(child.pid)
  // `chroot` has become `sleep`: the mounts and the new root are there.
  while (!/^sleep/.test(readCommand(findFirst()))) {
    if (child.exitCode !== null) throw new Error(`no namespaces could be made: ${said}`)
    await sleep(50)
  }
  return {
    first: findFirst(),
    async close() {
      process.kill(Number(findFirst()), 'SIGKILL')
      await exited
    },
  }
}

function readCommand(pid: string): string {
  try {
    return readFileSync(`/proc/${pid || 'none'}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

/**
 * Makes the smallest Debian in a folder, and what it lacks of what every installed one has. Ends with this
 * process, with all that it has started and mounted.
 */
async function debootstrap(suite: string, root: string, stop: AbortSignal): Promise<void> {
  const include = '--include=systemd-sysv,dbus,iproute2'
  const child = spawn(
    'setpriv',
    [
      ...['--pdeathsig=KILL', 'unshare', '--mount', '--pid', '--fork', '--kill-child'],
      ...['--mount-proc', 'debootstrap', '--variant=minbase', include, suite, root],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], signal: stop, killSignal: 'SIGKILL' },
  )
  // `close`, not `error`: after that nothing writes into the folder any more.
  let failure: Error | undefined
  child.on('error', (error) => (failure = error))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw failure ?? new Error(`debootstrap ended with ${code}`)
}

/** Makes a bare Debian of this suite with the checkout in /root/breezeway. All of it ends on `stop`. */
async function make(suite: string, stop: AbortSignal) {
  // Too large for a temporary folder in memory.
  const folder = mkdtempSync('/var/tmp/breezeway-install-')
  const root = join(folder, suite)
  const deleteFolder = () => execFileSync('rm', ['-rf', '--one-file-system', folder])
  try {
    await debootstrap(suite, root, stop)
    appendFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n')
    const env = copyNetworkSettings(root)
    copyCheckout(join(root, 'root/breezeway'))
    let namespaces = await openNamespaces(root)
    // There are none while the next are being made.
    const leave = async () => {
      const left = namespaces
      namespaces = { first: '', close: async () => {} }
      await left.close()
    }
    return {
      /** The folder that is its root. */
      root,
      /** Runs a command in it and returns what it printed on both outputs. Rejects if it fails. */
      async run(command: readonly string[]) {
        const target = ['--target', namespaces.first]
        const child = spawn(
          'nsenter',
          [...target, '--mount', '--pid', '--net', '--root', '--wd', ...command],
          { env, stdio: ['ignore', 'pipe', 'pipe'], signal: stop, killSignal: 'SIGKILL' },
        )
        let printed = ''
        for (const stream of [child.stdout, child.stderr]) {
          stream.on('data', (bytes: Buffer) => (printed += bytes))
        }
        const [code] = (await once(child, 'close')) as [number | null]
        if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${printed}`)
        return printed
      },
      /**
       * From now on it reaches nothing but itself, with its own systemd as the first process; again, it is a
       * power cut and a new start.
       */
      async boot() {
        await leave()
        namespaces = await boot(root)
      },
      /** Ends all that runs in it, and deletes it. */
      async remove() {
        await leave()
        deleteFolder()
      },
    }
  } catch (error) {
    deleteFolder()
    throw error
  }
}

/** A Debian in a folder, with namespaces of its own. */
export type Debian = Awaited<ReturnType<typeof make>>

/** Makes a bare Debian of this suite with the checkout in /root/breezeway. It goes with the row. */
export async function makeDebian(suite: string, machine: Machine): Promise<Debian> {
  const stop = new AbortController()
  const making = make(suite, stop.signal)
  machine.atEnd(async () => {
    stop.abort()
    await (await making.catch(() => undefined))?.remove()
  })
  return making
}
