import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressPage } from './compress-page.ts'

test('a page is the same in each encoding', async () => {
  const html = '<p>für alle</p>'.repeat(500) + Array.from({ length: 500 }, (_, at) => at * at)
  const page = await compressPage(html)
  expect(page.bodies.identity.toString()).toBe(html)
  expect(gunzipSync(page.bodies.gzip).toString()).toBe(html)
  expect(brotliDecompressSync(page.bodies.br).toString()).toBe(html)
})

test('its tag is weak, and changes with the page only', async () => {
  const [one, again, other] = await Promise.all(['a', 'a', 'b'].map((html) => compressPage(html)))
  expect(one?.etag).toMatch(/^W\/"[\w-]{22}"$/)
  expect(again?.etag).toBe(one?.etag)
  expect(other?.etag).not.toBe(one?.etag)
})
