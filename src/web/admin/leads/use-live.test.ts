import { expect, onTestFinished, test, vi } from 'vitest'
import { openEvents } from './use-live.ts'

test('a server that ends each connection at once is tried after pauses that grow, and what came meanwhile is read', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.unstubAllGlobals())
  const sources: EventTarget[] = []
  class Source extends EventTarget {
    static CLOSED = 2
    close = () => {}
    constructor() {
      super()
      sources.push(this)
    }
  }
  vi.stubGlobal('EventSource', Source)
  const handlers = { onState: vi.fn(), onChange: vi.fn() }
  onTestFinished(openEvents('/events', handlers))
  const tell = (name: string) => sources.at(-1)?.dispatchEvent(new Event(name))
  const expectNextAfter = (pauseMs: number) => {
    tell('error')
    const before = sources.length
    vi.advanceTimersByTime(pauseMs - 1)
    expect(sources.length, `just before ${pauseMs} ms`).toBe(before)
    vi.advanceTimersByTime(1)
    expect(sources.length, `after ${pauseMs} ms`).toBe(before + 1)
    expect(handlers.onState).toHaveBeenLastCalledWith('lost')
    handlers.onChange.mockClear()
    tell('ready')
    expect(handlers.onState).toHaveBeenLastCalledWith('live')
    expect(handlers.onChange).toHaveBeenCalledOnce()
  }
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) expectNextAfter(seconds * 1_000)
  // One that has lasted is soon there again.
  vi.advanceTimersByTime(60_000)
  expectNextAfter(1_000)
})
