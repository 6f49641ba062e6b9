import { createHash } from 'node:crypto'
import { expect, test } from './fixtures.ts'

/** What the next page may take, headers included; the first one takes ten packets. */
const threePackets = 3 * 1_460

const nextPaths = ['/services/ac-repair', '/about']

/** Waits until the server has made the dictionary, and compressed these pages with it. */
async function untilCompressed(url: string, paths: readonly string[]): Promise<void> {
  let link = ''
  await expect
    .poll(async () => {
      link = (await fetch(url)).headers.get('link') ?? ''
      return link
    })
    .toContain('rel="compression-dictionary"')
  const dictionary = await fetch(url + /<([^>]+)>/.exec(link)?.[1])
  const hash = createHash('sha256').update(Buffer.from(await dictionary.arrayBuffer()))
  const headers = {
    'accept-encoding': 'br, dcz',
    'available-dictionary': `:${hash.digest('base64')}:`,
  }
  for (const path of paths) {
    await expect
      .poll(async () => (await fetch(url + path, { headers })).headers.get('content-encoding'))
      .toBe('dcz')
  }
}

test('a browser loads the dictionary after the first page, and then the next pages in a few packets', async ({
  server,
  browser,
}) => {
  await untilCompressed(server.url, nextPaths)
  // Not the fixture's page: one whose requests a test answers has no cache, so no dictionary.
  const context = await browser.newContext()
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const encodings = new Map<string, string | undefined>()
  const dictionaryLoaded = Promise.withResolvers<void>()
  const documents = new Map<string, string>()
  const sizes = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    const path = new URL(response.url).pathname
    if (path.startsWith('/assets/dictionaries/')) documents.set(requestId, 'dictionary')
    if (type !== 'Document') return
    documents.set(requestId, path)
    encodings.set(path, response.headers['content-encoding'])
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = documents.get(requestId)
    if (path) sizes.set(path, encodedDataLength)
    if (path === 'dictionary') dictionaryLoaded.resolve()
  })

  await page.goto(server.url)
  expect(encodings.get('/')).toBe('br')
  await dictionaryLoaded.promise
  for (const path of nextPaths) {
    await page.goto(server.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(encodings.get(path)).toBe('dcz')
    await expect.poll(() => sizes.get(path) ?? Number.NaN).toBeLessThan(threePackets)
  }
  expect(problems).toEqual([])
  await context.close()
})
