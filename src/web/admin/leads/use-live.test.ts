import { expect, onTestFinished, test, vi } from 'vitest'
import { openEvents } from './use-live.ts'

test('a server that ends each connection at once is tried every five seconds, and what came meanwhile is read', () => {
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
  for (const tries of [1, 2, 3]) {
    tell('error')
    expect(handlers.onState).toHaveBeenLastCalledWith('lost')
    vi.advanceTimersByTime(4_999)
    expect(sources).toHaveLength(tries)
    vi.advanceTimersByTime(1)
    expect(sources).toHaveLength(tries + 1)
    tell('ready')
    expect(handlers.onState).toHaveBeenLastCalledWith('live')
    expect(handlers.onChange).toHaveBeenCalledTimes(tries)
  }
})
