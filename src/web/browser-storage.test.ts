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
  expect(readStored('session', 'note:1')).toBeUndefined()
  writeStored('session', 'note:1', 'typed')
  expect(readStored('session', 'note:1')).toBe('typed')
  writeStored('session', 'note:1', undefined)
  expect(readStored('session', 'note:1')).toBeUndefined()
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
  writeStored('session', 'note:2', 'typed')
  writeStored('local', 'inbox-plot', 'chosen')
  expect(readStored('local', 'inbox-plot')).toBe('chosen')
  forgetStored()
  expect(session.clear).toHaveBeenCalledOnce()
  expect(readStored('local', 'inbox-plot')).toBeUndefined()
})
