import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { callWebhook, readRetryAfter } from './call-webhook.ts'

const now = Date.parse('2026-01-05T12:00:00Z')

test.each([
  ['120', 120_000],
  ['Mon, 05 Jan 2026 12:01:30 GMT', 90_000],
  ['Mon, 05 Jan 2026 11:00:00 GMT', undefined],
  ['0', undefined],
  ['soon', undefined],
  [undefined, undefined],
])('Retry-After: %s', (header, ms) => {
  expect(readRetryAfter(header, now)).toBe(ms)
})

test('an address that is busy says when it can be called again; another answer does not', async () => {
  let status = 429
  const endpoint = createServer((_request, response) => {
    response.writeHead(status, { 'retry-after': '60' }).end()
  })
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`
  const secret = `whsec_${Buffer.alloc(32).toString('base64')}`
  const call = async () => {
    const data = { url: 'https://b.example' }
    const payload = { type: 'webhook.test', timestamp: new Date().toISOString(), data } as const
    const signal = AbortSignal.timeout(5_000)
    return (await callWebhook({ url, secret }, { id: 'a', payload, signal }, true)).retryAfterMs
  }
  expect(await call()).toBe(60_000)
  status = 503
  expect(await call()).toBe(60_000)
  status = 500
  expect(await call()).toBeUndefined()
  endpoint.close()
})
