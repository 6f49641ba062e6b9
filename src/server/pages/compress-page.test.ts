import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressPage } from './compress-page.ts'

test('a page is the same in each encoding, and as small as it goes when it is asked for again', async () => {
  const html = '<p>für alle</p>'.repeat(500) + Array.from({ length: 500 }, (_, at) => at * at)
  const page = await compressPage(html)
  const quick = page.bodies.br
  expect(page.bodies.identity.toString()).toBe(html)
  expect(gunzipSync(page.bodies.gzip).toString()).toBe(html)
  expect(brotliDecompressSync(quick).toString()).toBe(html)
  page.compressBetter()
  await expect.poll(() => page.bodies.br.length).toBeLessThan(quick.length)
  expect(brotliDecompressSync(page.bodies.br).toString()).toBe(html)
})

test('its tag is weak, and changes with the page only', async () => {
  const [one, again, other] = await Promise.all(['a', 'a', 'b'].map((html) => compressPage(html)))
  expect(one?.etag).toMatch(/^W\/"[\w-]{22}"$/)
  expect(again?.etag).toBe(one?.etag)
  expect(other?.etag).not.toBe(one?.etag)
})
