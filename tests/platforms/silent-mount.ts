import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { needPackages } from '#tests/support/machine/debian.ts'
import { kill } from '#tests/support/machine/processes.ts'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { run } from '#tests/support/machine/take-machine.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'

/** A folder that is mounted by a program, as one of another machine is. */
export type SilentMount = {
  /** Where it is mounted. */
  path: string
  /** The same folder on the disk, which always answers. */
  behind: string
  /** From now on each call that touches it waits. */
  fallSilent: () => void
  /** It answers again. */
  answer: () => void
}

/** Mounts a folder by bindfs, whose program can be stopped where it is. */
export async function makeSilentMount(machine: Machine): Promise<SilentMount> {
  needPackages({ bindfs: '/usr/bin/bindfs' })
  const folder = machine.folder(0o755)
  const [behind, path] = [join(folder, 'behind'), join(folder, 'mounted')]
  for (const each of [behind, path]) mkdirSync(each)
  const daemon = spawn('bindfs', ['-f', behind, path], { stdio: 'ignore' })
  machine.atEnd(async () => {
    // What waits for it is let go when it has ended.
    kill(daemon.pid ?? 0, 'SIGKILL')
    await run('umount', '-l', path).catch(() => {})
  })
  const isMounted = () => readFileSync('/proc/self/mounts', 'utf8').includes(path)
  await waitUntil('the mount', isMounted, 10_000)
  return {
    path,
    behind,
    fallSilent: () => void kill(daemon.pid ?? 0, 'SIGSTOP'),
    answer: () => void kill(daemon.pid ?? 0, 'SIGCONT'),
  }
}
