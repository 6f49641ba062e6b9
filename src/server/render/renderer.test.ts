import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { testFolder } from '#tests/support/own-folder.ts'
import { addBuild } from './builds.ts'
import { serveFiles } from './renderer.ts'

const text = 'body { color: red }'

/** Builds with these files for browsers, the last of which is served. */
async function serve(...builds: Record<string, string | Buffer>[]) {
  const { path } = testFolder()
  for (const [place, files] of builds.entries()) {
    const make = async (folder: string) => {
      mkdirSync(join(folder, 'client/assets'), { recursive: true })
      for (const [file, content] of Object.entries(files)) {
        writeFileSync(join(folder, 'client', file), content)
      }
    }
    await addBuild(`build-${place}`, make, path)
  }
  const app = Fastify()
  await serveFiles(app, path)
  onTestFinished(() => app.close())
  return (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
}

test('a file comes in the best encoding that it has and the client accepts', async () => {
  const get = await serve({
    'assets/site-1.css': text,
    'assets/site-1.css.br': brotliCompressSync(text),
    'icon.png': 'picture',
  })
  const br = await get('/assets/site-1.css', { 'accept-encoding': 'gzip, br' })
  expect(br.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(text)
  const plain = await get('/assets/site-1.css', { 'accept-encoding': 'gzip' })
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, text])
  expect(plain.headers.etag).not.toBe(br.headers.etag)
  const picture = await get('/icon.png', { 'accept-encoding': 'br' })
  expect([picture.headers['content-type'], picture.body]).toEqual(['image/png', 'picture'])
  const { etag = '' } = picture.headers
  expect((await get('/icon.png', { 'if-none-match': String(etag) })).statusCode).toBe(304)
  expect((await get('/icon.png', { 'if-none-match': '"other"' })).statusCode).toBe(200)
})

test('a page that was open before a new build still finds its script, and nothing else of before', async () => {
  const get = await serve(
    { 'assets/page-0.js': 'oldest' },
    {
      'assets/page-1.js': 'first',
      'assets/page-1.js.br': brotliCompressSync('first'),
      'former.svg': 'a',
    },
    { 'assets/page-2.js': 'second', 'icon.svg': 'b' },
  )
  const bodyOf = async (path: string) => {
    const { statusCode, body } = await get(path)
    return statusCode === 200 ? body : statusCode
  }
  expect(await bodyOf('/assets/page-2.js')).toBe('second')
  expect(await bodyOf('/assets/page-1.js')).toBe('first')
  const br = await get('/assets/page-1.js', { 'accept-encoding': 'br' })
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe('first')
  expect(await bodyOf('/icon.svg')).toBe('b')
  for (const path of ['/former.svg', '/assets/page-0.js', '/assets/']) {
    expect([path, await bodyOf(path)]).toEqual([path, 404])
  }
  expect(await bodyOf('/assets/..%2f..%2fbuild-2/client/icon.svg')).toBeOneOf([403, 404])
})
