import { afterEach, expect, test, vi } from 'vitest'
import { forgetStored, readStored, writeStored } from './browser-storage.ts'

afterEach(() => vi.unstubAllGlobals())

test('where the browser forbids storage, a text is remembered until the page is left', () => {
  const forbidden = {
    get: () => {
      throw new DOMException('The request was denied', 'SecurityError')
    },
  }
  vi.stubGlobal('sessionStorage', new Proxy({}, forbidden))
  expect(readStored('session', 'a')).toBeUndefined()
  writeStored('session', 'a', 'typed')
  expect(readStored('session', 'a')).toBe('typed')
  writeStored('session', 'a', undefined)
  expect(readStored('session', 'a')).toBeUndefined()
})

test('a text is stored, replaced and removed', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  writeStored('local', 'b', '1')
  writeStored('local', 'b', '2')
  expect(readStored('local', 'b')).toBe('2')
  expect([...stored]).toEqual([['b', '2']])
  writeStored('local', 'b', undefined)
  expect(readStored('local', 'b')).toBeUndefined()
})

test('all that was stored can be forgotten, also what is only remembered', () => {
  const session = { setItem: vi.fn(), getItem: () => null, clear: vi.fn() }
  vi.stubGlobal('sessionStorage', session)
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
    getItem: () => null,
    clear: () => {
      throw new DOMException('The request was denied', 'SecurityError')
    },
  })
  writeStored('session', 'c', 'typed')
  writeStored('local', 'd', 'chosen')
  expect(readStored('local', 'd')).toBe('chosen')
  forgetStored()
  expect(session.clear).toHaveBeenCalledOnce()
  expect(readStored('local', 'd')).toBeUndefined()
})
