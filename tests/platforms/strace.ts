import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { needPackages } from '#tests/support/machine/debian.ts'
import { kill } from '#tests/support/machine/processes.ts'
import type { Machine } from '#tests/support/machine/take-machine.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'

/** What happens to calls of the system, in the words of strace. */
export type Injection = {
  /** The calls, such as `fsync,fdatasync`. */
  calls: string
  /** Such as `error=EIO` or `delay_enter=2000000`, in microseconds. */
  does: string
  /** Only those on this file. */
  path?: string
}

/** What is done to processes, until `end`, which returns how many calls it was done to. */
export type Injected = { end: () => Promise<number> }

/** True while every thread of a process is under strace, and for a process that has ended. */
function isTraced(pid: number): boolean {
  try {
    return !/^TracerPid:\t0$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return true
  }
}

/** Does something to calls that processes, and those that they start from now on, make of the system. */
export async function inject(
  machine: Machine,
  pids: readonly number[],
  { calls, does, path }: Injection,
): Promise<Injected> {
  needPackages({ strace: '/usr/bin/strace' })
  const record = join(machine.folder(), 'strace')
  const child = spawn(
    'strace',
    [
      ...['-f', '-q', '-o', record, '-e', `trace=${calls}`, '-e', 'signal=none'],
      ...['-e', `inject=${calls}:${does}`, ...(path ? ['-P', path] : [])],
      ...pids.flatMap((pid) => ['-p', String(pid)]),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  const ended = once(child, 'exit')
  machine.atEnd(() => kill(child.pid ?? 0, 'SIGKILL'))
  await waitUntil(
    'strace',
    () => {
      if (child.exitCode !== null) throw new Error(said)
      return pids.every(isTraced)
    },
    20_000,
  ).catch(({ message }: Error) => {
    throw new Error(`${message}: ${said}`)
  })
  return {
    async end() {
      kill(child.pid ?? 0, 'SIGINT')
      await ended
      return readFileSync(record, 'utf8')
        .split('\n')
        .filter((line) => /INJECTED|DELAYED/.test(line)).length
    },
  }
}
