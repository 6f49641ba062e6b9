import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { sendError } from '../http/errors.ts'
import { readAssetFiles, sendAsset } from './asset-files.ts'
import { currentBuild } from './builds.ts'

/** How much of the memory the files of the build may take. */
const maxBytesOfAll = 8_000_000

const text = 'body { color: red }'
const folder = temporaryFolder()
afterAll(folder.remove)
writeFileSync(join(folder.path, 'site.css'), text)
writeFileSync(join(folder.path, 'site.css.br'), brotliCompressSync(text))
writeFileSync(join(folder.path, 'icon.png'), 'picture')

const app = Fastify()
app.setErrorHandler(sendError)
for (const [path, asset] of readAssetFiles(folder.path)) {
  app.get(path, (request, reply) => sendAsset(request, reply, asset, 'public, max-age=5'))
}
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test('a file comes in the best encoding that it has and the client accepts', async () => {
  const br = await get('/site.css', { 'accept-encoding': 'gzip, br' })
  expect(br.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=5',
    vary: 'accept-encoding',
  })
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(text)
  const plain = await get('/site.css', { 'accept-encoding': 'gzip' })
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, text])
  expect(plain.headers.etag).not.toBe(br.headers.etag)
  const picture = await get('/icon.png', { 'accept-encoding': 'br' })
  expect([picture.headers['content-type'], picture.body]).toEqual(['image/png', 'picture'])
})

test('a client that has a file is answered 304, by its tag or else by its date', async () => {
  const { etag, 'last-modified': date } = (await get('/site.css')).headers
  const statusWith = async (headers: Record<string, string>) =>
    (await get('/site.css', headers)).statusCode
  expect(await statusWith({ 'if-none-match': `"other", W/${etag}` })).toBe(304)
  expect(await statusWith({ 'if-modified-since': String(date) })).toBe(304)
  expect(await statusWith({ 'if-modified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' })).toBe(200)
  expect(await statusWith({ 'if-modified-since': 'nonsense' })).toBe(200)
  // The tag says more than the date.
  expect(await statusWith({ 'if-none-match': '"other"', 'if-modified-since': String(date) })).toBe(
    200,
  )
})

test.each([
  ['bytes=0-3', 206, 'body', 'bytes 0-3/19'],
  ['bytes=15-', 206, 'ed }', 'bytes 15-18/19'],
  ['bytes=-4', 206, 'ed }', 'bytes 15-18/19'],
  ['bytes=-400', 206, text, 'bytes 0-18/19'],
  ['bytes=15-400', 206, 'ed }', 'bytes 15-18/19'],
  ['bytes=0-0', 206, 'b', 'bytes 0-0/19'],
  ['bytes=0-1,3-4', 200, text, undefined],
  ['bytes=-', 200, text, undefined],
  ['lines=0-1', 200, text, undefined],
])('range %s is answered %i', async (range, status, body, contentRange) => {
  const response = await get('/site.css', { range })
  expect([response.statusCode, response.body]).toEqual([status, body])
  expect(response.headers['content-range']).toBe(contentRange)
})

test.each(['bytes=99-', 'bytes=-0', 'bytes=5-3'])('range %s is refused', async (range) => {
  const response = await get('/site.css', { range, 'accept-encoding': 'br' })
  expect([response.statusCode, response.json().code]).toEqual([416, 'invalid_request'])
  expect(response.headers).not.toHaveProperty('content-encoding')
  expect(response.headers).not.toHaveProperty('cache-control')
})

test('a range of another version is answered with the whole', async () => {
  const { etag, 'last-modified': date } = (await get('/site.css')).headers
  const statusIf = async (version: unknown) =>
    (await get('/site.css', { range: 'bytes=0-3', 'if-range': String(version) })).statusCode
  expect([await statusIf(etag), await statusIf(date), await statusIf('"old"')]).toEqual([
    206, 206, 200,
  ])
})

test('the files of the build fit into memory', () => {
  const files = readAssetFiles(join(currentBuild(), 'client'))
  const bodies = [...files.values()].flatMap((asset) => Object.values(asset.bodies))
  const bytes = bodies.reduce((sum, body) => sum + body.bytes.length, 0)
  expect(bytes).toBeGreaterThan(1_000_000)
  expect(bytes).toBeLessThan(maxBytesOfAll)
})
