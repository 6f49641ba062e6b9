import { syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'
import { onTestFinished, vi } from 'vitest'

/** Makes pauses a hundred times shorter, and notes their true lengths, in milliseconds. */
export function shortenPauses(): number[] {
  const pauses: number[] = []
  const original = timersPromises.setTimeout
  const spy = vi.spyOn(timersPromises, 'setTimeout')
  spy.mockImplementation((ms = 0, value, options) => {
    pauses.push(ms)
    return original(ms / 100, value, options)
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
  return pauses
}

/** Holds timers of that length, until `pass` is called. */
export function holdTimers(heldMs: number) {
  const held: (() => void)[] = []
  const original = globalThis.setTimeout
  const hold = (run: () => void, ms?: number, ...rest: []) => {
    if (ms !== heldMs) return original(run, ms, ...rest)
    held.push(run)
    return original(() => {}, 0)
  }
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(hold as typeof setTimeout)
  onTestFinished(() => spy.mockRestore())
  return { pass: () => held.forEach((run) => void run()) }
}
