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
}

/**
 * All end when this process does, because the namespace ends with `unshare`. PostgreSQL does not run
 * as root; the user postgres comes with Debian's package.
 */
const prefix = [
  ...['setpriv', '--pdeathsig=KILL'],
  ...['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'],
  // The signal at the parent's end is forgotten with a change of user, so it is set again.
  ...['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--pdeathsig=KILL'],
]

function namespaceOf(pid: number | string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`)
  } catch {
    // The process has ended.
    return undefined
  }
}

/** Starts a command as the user postgres, in a namespace of its own. */
export function startMachine(command: readonly string[], logFile: string): Machine {
  const log = openSync(logFile, 'a')
  const [file = '', ...args] = [...prefix, ...command]
  const child = spawn(file, args, {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const exited = once(child, 'exit')

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
      await exited
    },
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
  }
}
