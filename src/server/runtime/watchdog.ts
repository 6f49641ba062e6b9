import { execFile } from 'node:child_process'

/** A message that comes late, on a busy machine, is followed by another in time. */
const perLimit = 3

/**
 * Tells systemd again and again that this process works, if it wants to know: a process that hangs
 * tells nothing, and is started again. `onFailure` gets a line for the log each time that it cannot be
 * told. Returns a function that ends it.
 */
export function answerWatchdog(
  env: NodeJS.ProcessEnv,
  onFailure: (line: string) => void,
): () => void {
  const limitMs = Number(env.WATCHDOG_USEC ?? 0) / 1_000
  // It stands in the environment of child processes too, which are not meant.
  if (!(limitMs > 0) || Number(env.WATCHDOG_PID ?? process.pid) !== process.pid) return () => {}
  const report = (error: Error | null) => {
    if (!error) return
    onFailure(
      `This process couldn’t tell systemd that it’s running (${error.message.trim()}). systemd will stop it after ${limitMs / 1_000} s. Install systemd-notify, or set WatchdogSec=0 in the unit.`,
    )
  }
  // Node has no sockets of this kind.
  const tick = () => execFile('systemd-notify', ['WATCHDOG=1'], { env }, report)
  tick()
  const timer = setInterval(tick, limitMs / perLimit).unref()
  return () => clearInterval(timer)
}
