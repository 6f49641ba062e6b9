import { afterEach, expect, test, vi } from 'vitest'
import { forgetStored, readDraft, writeDraft } from './browser-storage.ts'

afterEach(() => vi.unstubAllGlobals())

test('where the browser forbids storage, a draft is remembered until the page is left or it is forgotten', () => {
  const forbidden = {
    get: () => {
      throw new DOMException('The request was denied', 'SecurityError')
    },
  }
  vi.stubGlobal('sessionStorage', new Proxy({}, forbidden))
  expect(readDraft('note:1')).toBeUndefined()
  writeDraft('note:1', 'typed')
  expect(readDraft('note:1')).toBe('typed')
  writeDraft('note:1', undefined)
  expect(readDraft('note:1')).toBeUndefined()
  writeDraft('note:2', 'typed')
  forgetStored()
  expect(readDraft('note:2')).toBeUndefined()
})

test('all that was stored can be forgotten', () => {
  const session = { setItem: vi.fn(), clear: vi.fn() }
  vi.stubGlobal('sessionStorage', session)
  writeDraft('note:2', 'typed')
  forgetStored()
  expect(session.clear).toHaveBeenCalledOnce()
})
