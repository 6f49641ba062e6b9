import { Resolver } from 'node:dns/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createReadTexts } from './dns.ts'

afterEach(() => void vi.restoreAllMocks())

test('the pieces of a record are one text, and a name without any has none', async () => {
  const resolve = vi.spyOn(Resolver.prototype, 'resolveTxt')
  const read = createReadTexts()
  resolve.mockResolvedValue([['v=DKIM1; p=', 'abc'], ['other']])
  expect(await read('one.example')).toEqual(['v=DKIM1; p=abc', 'other'])
  expect(resolve).toHaveBeenCalledWith('one.example')
  for (const code of ['ENOTFOUND', 'ENODATA']) {
    resolve.mockRejectedValue(Object.assign(new Error(code), { code }))
    expect(await read('one.example')).toBeUndefined()
  }
  for (const error of [
    Object.assign(new Error('away'), { code: 'ESERVFAIL' }),
    new Error('away'),
  ]) {
    resolve.mockRejectedValue(error)
    await expect(read('one.example')).rejects.toThrow('away')
  }
})
