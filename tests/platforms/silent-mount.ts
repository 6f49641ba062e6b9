import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installDebianPackages } from '../system/debian.ts'
import { kill, type Machine, run, until } from './machine.ts'

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
  if (!(await run('which', 'bindfs').catch(() => ''))) installDebianPackages('bindfs')
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
  await until('the mount', 10_000, isMounted)
  return {
    path,
    behind,
    fallSilent: () => void kill(daemon.pid ?? 0, 'SIGSTOP'),
    answer: () => void kill(daemon.pid ?? 0, 'SIGCONT'),
  }
}
