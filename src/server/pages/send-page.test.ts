import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DocumentToRender } from '#/contracts/pages/documents.ts'
import { createRecentDocuments } from './send-page.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

const problem = (text: string): DocumentToRender => ({
  kind: 'token-problem',
  problem: { heading: 'A heading', text },
})

function setUp() {
  const render = vi.fn(async (wanted: DocumentToRender) => ({
    status: 200,
    html: JSON.stringify(wanted),
    contentSecurityPolicy: '',
  }))
  return { render, recentDocument: createRecentDocuments(render) }
}

test('a document that is asked for again is made once for each encoding', async () => {
  const { render, recentDocument } = setUp()
  const ask = async (encoding: 'br' | 'gzip' | 'identity') =>
    Buffer.from((await recentDocument(problem('one'), encoding)).html)
  const [plain, br, gzip] = [await ask('identity'), await ask('br'), await ask('gzip')]
  expect([brotliDecompressSync(br), gunzipSync(gzip)]).toEqual([plain, plain])
  expect(await Promise.all([ask('br'), ask('br'), ask('br')])).toEqual([br, br, br])
  expect(render).toHaveBeenCalledTimes(3)
})

test('what has changed is made anew, and nothing is kept for long, nor more than a hundred', async () => {
  const { render, recentDocument } = setUp()
  for (const text of ['one', 'two', 'one']) {
    expect((await recentDocument(problem(text), 'identity')).html).toContain(text)
  }
  expect(render).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(10_000)
  await recentDocument(problem('one'), 'identity')
  expect(render).toHaveBeenCalledTimes(3)
  for (let each = 0; each < 100; each += 1) await recentDocument(problem(`${each}`), 'identity')
  await recentDocument(problem('one'), 'identity')
  expect(render).toHaveBeenCalledTimes(104)
})

test('a document that could not be made is made with the next who asks', async () => {
  const { render, recentDocument } = setUp()
  render.mockRejectedValueOnce(new Error('no'))
  await expect(recentDocument(problem('one'), 'br')).rejects.toThrow('no')
  await expect(recentDocument(problem('one'), 'br')).resolves.toBeDefined()
})
