import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'

const root = '/sys/fs/cgroup'

/** A group of processes that share so much memory, as in a container or on a small machine. */
export type MemoryGroup = {
  /** The words to put before a command, so that it runs in the group. */
  prefix: string[]
  /** The processes in it, by their numbers. */
  processes: () => string[]
  /** How many processes the system has ended for lack of memory. */
  countEnded: () => number
}

/** What a group is made of, by the version of cgroups. */
function filesOf(): {
  parent: string
  limit: string
  swapLimit: [string, (bytes: number) => number]
  events: string
} {
  if (existsSync(join(root, 'memory'))) {
    // Version 1 limits memory and swap together.
    const swapLimit: [string, (bytes: number) => number] = [
      'memory.memsw.limit_in_bytes',
      (bytes) => bytes,
    ]
    return {
      parent: join(root, 'memory'),
      limit: 'memory.limit_in_bytes',
      swapLimit,
      events: 'memory.oom_control',
    }
  }
  const controllers = join(root, 'cgroup.controllers')
  if (!existsSync(controllers) || !/\bmemory\b/.test(readFileSync(controllers, 'utf8')))
    throw new Error('no control group for memory')
  writeFileSync(join(root, 'cgroup.subtree_control'), '+memory')
  return {
    parent: root,
    limit: 'memory.max',
    swapLimit: ['memory.swap.max', () => 0],
    events: 'memory.events',
  }
}

/** Makes a group of so much memory, and no swap. */
export function makeMemoryGroup(machine: Machine, megabytes: number): MemoryGroup {
  const { parent, limit, swapLimit, events } = filesOf()
  const path = join(parent, `breezeway-${process.pid}-${megabytes}`)
  mkdirSync(path)
  machine.atEnd(() =>
    waitUntil(
      `the end of all processes in ${path}`,
      () => {
        rmdirSync(path)
        return true
      },
      30_000,
    ),
  )
  const bytes = megabytes * 1024 * 1024
  writeFileSync(join(path, limit), String(bytes))
  const [file, of] = swapLimit
  // A kernel without swap accounting has no such file.
  if (existsSync(join(path, file))) writeFileSync(join(path, file), String(of(bytes)))
  return {
    prefix: ['sh', '-c', `echo $$ > ${join(path, 'cgroup.procs')}; exec "$@"`, 'sh'],
    processes: () => readFileSync(join(path, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean),
    countEnded: () =>
      Number(/^oom_kill (\d+)$/m.exec(readFileSync(join(path, events), 'utf8'))?.[1] ?? Number.NaN),
  }
}
