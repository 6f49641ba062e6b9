export const stopSignals = ['SIGINT', 'SIGTERM'] as const

/**
 * Signals that come within this time after the first are the same one: a terminal sends Ctrl+C to
 * all processes of a command, and npm passes on what it gets itself, on a busy machine a moment later.
 */
const sameMs = 2_000

/** Calls `stop` with the first signal, and ends the process at once with the next. */
export function onStopSignal(
  stop: (signal: NodeJS.Signals) => void,
  signals: readonly NodeJS.Signals[] = stopSignals,
): void {
  let since: number | undefined
  for (const signal of signals) {
    process.on(signal, () => {
      if (since === undefined) {
        since = performance.now()
        stop(signal)
      } else if (performance.now() - since > sameMs) process.exit(1)
    })
  }
}
