import type { OutgoingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { buildTestApp } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { accepted, readAnswer } from '../../../bench/support/same-bytes.ts'

/** What each answer has of its own. */
const ofOne = ['date', 'connection', 'keep-alive', 'x-request-id', 'transfer-encoding']

const shared = (headers: OutgoingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOne.includes(name)))

/** The pattern of the route, or the beginning of an address that leads to nothing. */
function pathInLog(url: string, status: number): string {
  if (!url.startsWith('/assets/')) return url.split('?', 1)[0] ?? ''
  return status === 404 ? '/assets' : '/assets/*'
}

describeOnDatabase('answers that are ready', (database) => {
  test('are those that the routes give, and are logged and counted as those are', async () => {
    const logLines: string[] = []
    const app = await buildTestApp(database.handle(), { logLines })
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    try {
      const home = await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
      const script = /\/assets\/entry-form[^"]+\.js/.exec((await app.inject('/')).body)?.[0] ?? ''
      const { etag = '' } = (
        await app.inject({ url: script, headers: { 'accept-encoding': 'br' } })
      ).headers
      // The bytes of a page are replaced when they are compressed better.
      const bytesOfHome = async () =>
        (await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })).rawPayload.length
      await expect.poll(bytesOfHome).toBeLessThan(home.rawPayload.length)
      const requests: [string, Record<string, string>][] = [
        ['/', { 'accept-encoding': 'identity' }],
        ['/', { 'accept-encoding': 'br' }],
        ['/', { 'accept-encoding': 'gzip;q=1, br;q=0' }],
        ['/', { 'if-none-match': String(home.headers.etag) }],
        ['/contact', { 'if-none-match': String(home.headers.etag) }],
        ['/?editseo=true', { 'accept-encoding': 'br' }],
        [script, { 'accept-encoding': 'identity' }],
        [script, { 'accept-encoding': 'br' }],
        [script, { 'accept-encoding': 'br', 'if-none-match': String(etag) }],
        [script, { 'if-modified-since': new Date().toUTCString() }],
        [script, { range: 'bytes=0-9' }],
        [script, { range: 'bytes=99999999-' }],
        [`${script}?x`, {}],
        ['/assets/none.js', {}],
        ['/favicon.ico', {}],
      ]
      for (const [url, headers] of requests) {
        const routed = await app.inject({ url, headers: { ...accepted, ...headers } })
        logLines.length = 0
        const sent = await readAnswer(origin + url, headers)
        const what = `${url} ${JSON.stringify(headers)}`
        expect(sent.status, what).toBe(routed.statusCode)
        if (routed.statusCode < 400) {
          expect(shared(sent.headers), what).toEqual(shared(routed.headers))
          expect(sent.body.equals(routed.rawPayload), what).toBe(true)
        }
        await expect
          .poll(() => logLines.map((line) => JSON.parse(line)))
          .toMatchObject([
            {
              msg: 'request',
              method: 'GET',
              reqId: sent.headers['x-request-id'],
              path: pathInLog(url, sent.status),
              status: sent.status,
              ms: expect.any(Number),
            },
          ])
      }
      const { body } = await app.inject('/metrics')
      expect(body).toMatch(
        /request_duration_seconds_count\{method="GET",route="\/assets\/\*",status="304"\} 4\n/,
      )
      expect(body).toMatch(
        /request_duration_seconds_count\{method="GET",route="\/",status="304"\} 2\n/,
      )
    } finally {
      await app.close()
    }
  })
})
