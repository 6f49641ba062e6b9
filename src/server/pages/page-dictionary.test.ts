import { createHash } from 'node:crypto'
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { publicPaths } from '#/contracts/routes.ts'
import { serveSitePages } from '../../../tests/site-pages.ts'
import { compressPage } from './compress-page.ts'
import { createLazyDictionary, makePageDictionary } from './page-dictionary.ts'

/** What RFC 9842 puts before the hash. */
const dczMagic = '5e2a4d1820000000'
const accepted = 'gzip, br, zstd, dcb, dcz'

/** The most that a visitor may load for pages that they may never open. */
const maxDictionaryBytes = 15_000

const app = serveSitePages()
const get = (url: string, headers: Record<string, string> = {}) => app().inject({ url, headers })

/** The address of the dictionary, once there is one. */
async function announcedPath(): Promise<string> {
  let path = ''
  await expect
    .poll(async () => {
      const link = String((await get('/')).headers.link)
      path = /^<([^>]+)>; rel="compression-dictionary"$/.exec(link)?.[1] ?? ''
      return path
    })
    .not.toBe('')
  return path
}

async function loadDictionary() {
  const response = await get(await announcedPath(), { 'accept-encoding': 'br' })
  const bytes = brotliDecompressSync(response.rawPayload)
  const hash = createHash('sha256').update(bytes).digest()
  return { response, bytes, hash, available: `:${hash.toString('base64')}:` }
}

test('the dictionary is small, says what it is for, and never changes', async () => {
  const { response } = await loadDictionary()
  expect(response.rawPayload.length).toBeLessThan(maxDictionaryBytes)
  expect(response.headers).toMatchObject({
    'use-as-dictionary': 'match="/*", match-dest=("document")',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    vary: 'accept-encoding',
  })
  // A browser that comes back after a release asks for one that is gone.
  expect((await get('/assets/dictionaries/of-another-release')).statusCode).toBe(404)
})

test('who has the dictionary gets each page in less than half of the bytes', async () => {
  const { bytes, hash, available } = await loadDictionary()
  let [small, usual] = [0, 0]
  for (const path of [...publicPaths, '/no-such-page']) {
    const headers = { 'accept-encoding': accepted, 'available-dictionary': available }
    await expect
      .poll(async () => (await get(path, headers)).headers['content-encoding'])
      .toBe('dcz')
    const { rawPayload, headers: answered } = await get(path, headers)
    expect(answered.vary).toBe('accept-encoding, available-dictionary')
    expect(rawPayload.subarray(0, 8).toString('hex')).toBe(dczMagic)
    expect(rawPayload.subarray(8, 40)).toEqual(hash)
    const page = zstdDecompressSync(rawPayload.subarray(40), { dictionary: bytes })
    expect(page.toString()).toBe((await get(path)).body)
    small += rawPayload.length
    usual += (await get(path, { 'accept-encoding': 'br' })).rawPayload.length
  }
  expect(small).toBeLessThan(usual * 0.35)
})

test('all others get what they got before', async () => {
  const { available } = await loadDictionary()
  const other = `:${createHash('sha256').update('another release').digest('base64')}:`
  const encodingWith = async (headers: Record<string, string>) =>
    (await get('/about', headers)).headers['content-encoding']
  const withDictionary = { 'accept-encoding': accepted, 'available-dictionary': available }
  await expect.poll(() => encodingWith(withDictionary)).toBe('dcz')
  expect(await encodingWith({ ...withDictionary, 'available-dictionary': other })).toBe('br')
  expect(await encodingWith({ ...withDictionary, 'available-dictionary': 'x' })).toBe('br')
  expect(await encodingWith({ ...withDictionary, 'accept-encoding': 'gzip, br' })).toBe('br')
  expect(await encodingWith({ ...withDictionary, 'accept-encoding': 'dcz;q=0, gzip' })).toBe('gzip')
  expect(await encodingWith({ 'available-dictionary': available })).toBeUndefined()
  expect(await encodingWith({ 'accept-encoding': accepted })).toBe('br')
})

test('a page that the visitor has is answered 304, also if it came with the dictionary', async () => {
  const { available } = await loadDictionary()
  const headers = { 'accept-encoding': accepted, 'available-dictionary': available }
  const { etag } = (await get('/', headers)).headers
  expect((await get('/', { ...headers, 'if-none-match': String(etag) })).statusCode).toBe(304)
})

test('the same pages give the same dictionary, of what at least two of them have', async () => {
  const pages = ['<h1>one</h1><p>all', '<h1>two</h1><p>all', '<h1>three</h1><b>all']
  const one = await makePageDictionary(pages)
  expect(one.bodies.identity.toString()).toBe('</h1><p>all')
  const [again, other] = [await makePageDictionary(pages), await makePageDictionary(['', ''])]
  expect(again.path).toBe(one.path)
  expect(other.path).not.toBe(one.path)
})

test('a page that has changed since is compressed with the same dictionary', async () => {
  const dictionary = await makePageDictionary(['<p>Call us today', '<p>Call us today'])
  const html = `<p>Call us today${'<p>Our new words'.repeat(30)}`
  const { bodies, compressBetter } = await compressPage(html, async () => dictionary)
  compressBetter()
  await expect.poll(() => bodies.dcz).toBeDefined()
  const frame = bodies.dcz?.subarray(40) ?? Buffer.alloc(0)
  const dictionaryBytes = dictionary.bodies.identity
  expect(zstdDecompressSync(frame, { dictionary: dictionaryBytes }).toString()).toBe(html)
})

test('without a dictionary pages come all the same, and it is not tried again', async () => {
  const failures: unknown[] = []
  let renderings = 0
  const { make, made } = createLazyDictionary(
    ['/'],
    () => {
      renderings += 1
      return Promise.reject(new Error('a page cannot be rendered'))
    },
    (error) => failures.push(error),
  )
  const { bodies, compressBetter } = await compressPage('<p>a page', make)
  compressBetter()
  expect([await make(), made(), renderings, failures.length]).toEqual([undefined, undefined, 1, 1])
  expect(bodies.dcz).toBeUndefined()
})
