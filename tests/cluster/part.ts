import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, globSync, openSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

import { isListening } from '#tests/support/machine/free-port.ts'
import { firstChildOf } from '#tests/support/machine/processes.ts'
import { waitUntil } from '#tests/support/machine/wait.ts'

/** What stands for a machine: processes that end together, or stand still together. */
type Machine = {
  /** Ends everything at once, as when somebody pulls the plug. */
  kill: () => Promise<void>
  pause: () => void
  resume: () => void
  /** Sends a signal to the first process. */
  signal: (name: NodeJS.Signals) => void
  /** Resolves when everything has ended. */
  ended: Promise<unknown>
}

/** How the command of a machine runs. By default as the user postgres, who comes with Debian's package. */
type MachineOptions = { user?: string; env?: Record<string, string> }

/**
 * All end when this process does, because the namespace ends with `unshare`. PostgreSQL does not run
 * as root.
 */
const prefix = (user: string) => [
  ...['setpriv', '--pdeathsig=KILL'],
  ...['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'],
  // The signal at the parent's end is forgotten with a change of user, so it is set again.
  ...['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--pdeathsig=KILL'],
]

function namespaceOf(pid: number | string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`)
  } catch {
    // The process has ended.
    return undefined
  }
}

/** Starts a command in a namespace of its own: a machine. */
export function startMachine(
  command: readonly string[],
  logFile: string,
  { user = 'postgres', env = {} }: MachineOptions = {},
): Machine {
  const log = openSync(logFile, 'a')
  const [file = '', ...args] = [...prefix(user), ...command]
  const child = spawn(file, args, {
    cwd: '/',
    env: { PATH: '/usr/sbin:/usr/bin:/bin', LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const ended = once(child, 'exit')

  /** The first process of the namespace: the others end with it. */
  const findFirst = () => firstChildOf(child.pid)

  function signalAll(signal: 'SIGSTOP' | 'SIGCONT') {
    const namespace = namespaceOf(findFirst())
    for (const pid of globSync('/proc/[0-9]*').map((folder) => basename(folder))) {
      if (namespace && namespaceOf(pid) === namespace) process.kill(Number(pid), signal)
    }
  }
  return {
    async kill() {
      if (child.exitCode === null) process.kill(Number(findFirst()), 'SIGKILL')
      await ended
    },
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    signal: (name) => process.kill(Number(findFirst()), name),
    ended,
  }
}

/** A program of the cluster, which can end and stand still, and comes back. */
export type Part = {
  name: string
  isUp: () => boolean
  /** Starts it if it does not run, lets it go on if it stands still, and waits until it listens. */
  restore: () => Promise<void>
  kill: () => Promise<void>
  pause: () => void
  signal: (name: NodeJS.Signals) => void
}

/** What a part is started with, and where it listens. */
export type PartOptions = MachineOptions & {
  name: string
  command: readonly string[]
  logFile: string
  listens: { host: string; port: number }
}

/** A part that does not run yet. */
export function makePart({ name, command, logFile, listens, ...options }: PartOptions): Part {
  let machine: Machine | undefined
  let isPaused = false
  const running = () => {
    if (!machine) throw new Error(`${name} does not run`)
    return machine
  }
  function start() {
    const started = startMachine(command, logFile, options)
    // It may end by itself, for example because its disk is full.
    started.ended.then(() => {
      if (machine === started) machine = undefined
    })
    return started
  }
  return {
    name,
    isUp: () => machine !== undefined && !isPaused,
    async restore() {
      if (isPaused) machine?.resume()
      isPaused = false
      machine ??= start()
      await waitUntil(`${name} listens`, () => isListening(listens.port, listens.host), 30_000)
    },
    async kill() {
      const ending = machine
      machine = undefined
      isPaused = false
      await ending?.kill()
    },
    pause() {
      running().pause()
      isPaused = true
    },
    signal: (signal) => running().signal(signal),
  }
}
