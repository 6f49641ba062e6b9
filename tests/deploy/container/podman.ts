import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'

/** Podman with images, containers and volumes of its own, in a folder. */
export type Podman = {
  folder: string
  /** Runs a command and returns what it printed. Rejects if it fails. */
  run: (...args: readonly string[]) => Promise<string>
  /** Removes everything. */
  remove: () => Promise<void>
}

/** Its commands end on `stop`. */
export function makePodman(stop: AbortSignal): Podman {
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
