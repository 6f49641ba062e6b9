import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, globSync, openSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/** What stands for a machine: processes that end together, or stand still together. */
export type Machine = {
  /** Ends everything at once, as when somebody pulls the plug. */
  kill: () => Promise<void>
  pause: () => void
  resume: () => void
  /** Sends a signal to the first process. */
  signal: (name: NodeJS.Signals) => void
  /** Resolves with the exit code when everything has ended. */
  ended: Promise<number | null>
}

/** How the command of a machine runs. By default as the user postgres, who comes with Debian's package. */
export type MachineOptions = { user?: string; env?: Record<string, string> }

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

/** Starts a command in a namespace of its own. */
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
  const ended = once(child, 'exit').then(([code]) => code as number | null)

  /** The first process of the namespace: the others end with it. */
  const findFirst = () =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ')[0] ?? ''

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
