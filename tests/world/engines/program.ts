import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** A program that runs beside the tests. */
export type Program = { child: ChildProcess; end: () => Promise<void> }

/** Starts a program in a process group of its own, so that `end` also ends what it has started. */
export function startProgram(
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Program {
  const child = spawn(file, args, {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  async function end() {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    process.kill(-child.pid, 'SIGTERM')
    const late = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), 5_000)
    await ended
    clearTimeout(late)
  }
  return { child, end }
}
