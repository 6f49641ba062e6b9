/**
 * `npm run faults -- container`: builds `deploy/Containerfile` with podman, on a Debian that debootstrap has
 * made, and runs the image read-only and without rights: a visitor's request is stored, SIGTERM lets it
 * serve on and end well, and the next container on the same volume has the request. Removes everything,
 * also when it is stopped. As root on Debian; needs the network for packages.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiPaths } from '#/contracts/routes.ts'
import { needPackages } from '#tests/support/machine/debian.ts'
import { freePort } from '#tests/support/machine/free-port.ts'
import { runRows } from '#tests/support/machine/rows.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'
import { ownerEnv, signInOwner } from '#tests/support/owner.ts'
import { sendLead } from '#tests/support/send-lead.ts'
import { copyCheckout, copyNetworkSettings, debootstrap } from './install/debian.ts'
import { runSteps } from './install/looks.ts'

const base = 'localhost/debian'
const image = 'localhost/breezeway'
const patienceMs = 120_000
const visitor = 'Visitor Of A Container'

/** Podman with images, containers and volumes of its own, in a folder. */
type Podman = {
  folder: string
  /** Runs a command and returns what it printed. Rejects if it fails. */
  run: (...args: readonly string[]) => Promise<string>
  /** Removes everything. */
  remove: () => Promise<void>
}

/** Its commands end on `stop`. */
function makePodman(stop: AbortSignal): Podman {
  // Too large for a temporary folder in memory.
  const folder = mkdtempSync('/var/tmp/breezeway-container-')
  // With these it needs neither a systemd nor a file system that can overlay.
  const own = [
    ...['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')],
    ...['--storage-driver', 'vfs', '--cgroup-manager', 'cgroupfs', '--runtime', 'runc'],
    ...['--events-backend', 'none'],
  ]
  async function run(args: readonly string[], signal?: AbortSignal): Promise<string> {
    const child = spawn('podman', [...own, ...args], {
      // No systemd is there to run the health check; the test does.
      env: { ...process.env, DISABLE_HC_SYSTEMD: 'true' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal, killSignal: 'SIGKILL' as const }),
    })
    let [printed, complained] = ['', '']
    child.stdout.on('data', (bytes: Buffer) => (printed += bytes))
    child.stderr.on('data', (bytes: Buffer) => (complained += bytes))
    const [code] = (await once(child, 'close')) as [number | null]
    if (code === 0) return printed
    throw new Error(`podman ${args[0]} ended with ${code}:\n${complained}${printed.slice(-4000)}`)
  }
  return {
    folder,
    run: (...args) => run(args, stop),
    async remove() {
      await run(['rm', '--all', '--force', '--time', '0'])
      execFileSync('rm', ['-rf', '--one-file-system', folder])
    },
  }
}

/** An image of a bare Debian, which reaches registries as this machine does. */
async function makeBase(podman: Podman, stop: AbortSignal): Promise<void> {
  const root = join(podman.folder, 'debian')
  await debootstrap('bookworm', root, { stop })
  const { HOME, PATH, ...env } = copyNetworkSettings(root)
  const archive = join(podman.folder, 'debian.tar')
  execFileSync('tar', ['-C', root, '-cf', archive, '.'])
  const changes = Object.entries(env).flatMap(([name, value]) => [
    '--change',
    `ENV ${name}=${value}`,
  ])
  await podman.run('import', '--quiet', ...changes, archive, base)
}

async function build(podman: Podman): Promise<void> {
  const context = join(podman.folder, 'checkout')
  mkdirSync(context)
  copyCheckout(context)
  await podman.run(
    ...[
      'build',
      '--format',
      'docker',
      '--layers=false',
      '--isolation',
      'chroot',
      '--network',
      'host',
    ],
    ...['--build-arg', `BASE=${base}`, '--tag', image],
    ...['--file', join(context, 'deploy/Containerfile'), context],
  )
}

/** As `deploy/compose.yaml` runs it, but with the network of this machine. */
async function start(podman: Podman, name: string, port: number): Promise<void> {
  const env = {
    ...{ HOST: '127.0.0.1', PORT: String(port), DRAIN_SECONDS: '5' },
    ...ownerEnv,
  }
  const settings = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`])
  await podman.run(
    ...['run', '--detach', '--name', name, '--read-only', '--read-only-tmpfs=false'],
    ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--network', 'host'],
    // Podman asks for more than a machine may give.
    ...['--ulimit', 'nofile=10000:10000', '--ulimit', 'nproc=10000:10000'],
    ...['--volume', 'data:/data', ...settings, image],
  )
  const isHealthy = async () => {
    await podman.run('healthcheck', 'run', name)
    return true
  }
  await waitUntil(`${name} is healthy`, isHealthy, patienceMs).catch(async () => {
    throw new Error(await podman.run('logs', name))
  })
}

async function expectFewRights(podman: Podman, name: string): Promise<void> {
  const inside = (script: string) => podman.run('exec', name, 'sh', '-c', script)
  assert.deepEqual(await inside('id -u'), '10001\n')
  assert.match(await inside('grep ^CapBnd /proc/1/status'), /^CapBnd:\s0+$/m)
  const written =
    'for f in / /tmp /opt/breezeway /data; do touch $f/x 2>/dev/null && echo $f; done; true'
  assert.deepEqual(await inside(written), '/data\n')
}

/** It says at once that it ends, serves on meanwhile, and ends well. */
async function drain(podman: Podman, name: string, site: string): Promise<void> {
  await podman.run('kill', '--signal', 'TERM', name)
  while ((await fetch(`${site}/readyz`)).status !== 503) await sleep(50)
  assert.deepEqual((await fetch(`${site}/contact`)).status, 200)
  assert.deepEqual((await podman.run('wait', name)).trim(), '0')
}

async function findLead(site: string): Promise<void> {
  const { read } = await signInOwner(site)
  assert.match(JSON.stringify(await read(apiPaths.leads)), new RegExp(visitor))
}

needPackages({
  debootstrap: '/usr/sbin/debootstrap',
  podman: '/usr/bin/podman',
  runc: '/usr/sbin/runc',
})
await runRows([
  {
    name: 'the image of deploy/Containerfile',
    limitSeconds: 3_600,
    async run(machine) {
      const stop = new AbortController()
      const podman = makePodman(stop.signal)
      machine.atEnd(podman.remove)
      machine.atEnd(() => stop.abort())
      const port = await freePort()
      const site = `http://127.0.0.1:${port}`
      return runSteps([
        ['a bare Debian is the base', () => makeBase(podman, stop.signal)],
        ['the image is built', () => build(podman)],
        ['it starts on a read-only root', () => start(podman, 'first', port)],
        ['it has few rights', () => expectFewRights(podman, 'first')],
        [
          "a visitor's request is stored",
          async () => assert.deepEqual((await sendLead(site, { name: visitor })).status, 201),
        ],
        ['SIGTERM drains it, and it ends with 0', () => drain(podman, 'first', site)],
        ['another one starts on its data', () => start(podman, 'second', port)],
        ['the request is there', () => findLead(site)],
      ])
    },
  },
])
