import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
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

test('a client that has a file is answered 304', async () => {
  const { etag } = (await get('/site.css')).headers
  const statusWith = async (tag: string) =>
    (await get('/site.css', { 'if-none-match': tag })).statusCode
  expect(await statusWith(`"other", W/${etag}`)).toBe(304)
  expect(await statusWith('"other"')).toBe(200)
})

test('the files of the build fit into memory', () => {
  const files = readAssetFiles(join(currentBuild(), 'client'))
  const bodies = [...files.values()].flatMap((asset) => Object.values(asset.bodies))
  const bytes = bodies.reduce((sum, body) => sum + body.bytes.length, 0)
  expect(bytes).toBeGreaterThan(1_000_000)
  expect(bytes).toBeLessThan(maxBytesOfAll)
})
