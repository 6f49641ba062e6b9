import { syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'
import { expect, onTestFinished, vi } from 'vitest'

/**
 * Makes pauses a hundred times shorter, and notes their true lengths, in milliseconds. A test without
 * any pause fails.
 */
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
    expect(pauses, 'pauses that were shortened').not.toEqual([])
  })
  return pauses
}

/** Holds timers of that length, until `pass` is called, which fails where none is held. */
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
  function pass() {
    expect(held.length, `timers of ${heldMs} ms that are held`).toBeGreaterThan(0)
    for (const run of held) run()
  }
  return { pass }
}
