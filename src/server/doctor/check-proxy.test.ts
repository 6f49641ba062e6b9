/** @module-tag slow */
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  request as requestHttp,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp, testConfig } from '#tests/support/app-builder.ts'
import { makeCertificate, trustHere } from '#tests/support/certificate.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { readSecret } from '../db/secrets.ts'
import { checkProxy } from './check-site.ts'

const certificate = await makeCertificate()

test('before the first start nothing is known of the proxy, and that is all', async () => {
  expect(await checkProxy(testConfig(), undefined)).toEqual([
    {
      state: 'warn',
      text: 'What the site sees of its visitors is not known yet.',
      advice: 'Start it, and look again.',
    },
  ])
})

describeOnDatabase('proxy', (database) => {
  /**
   * The findings behind a proxy that changes headers like this; without one, of the site itself.
   */
  async function look(
    trustProxy: string[] | false,
    change?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders,
    { isKeyKnown = true, isSafe = false } = {},
  ) {
    const config = { ...testConfig(), trustProxy }
    const app = await buildTestApp(database.handle(), { config })
    onTestFinished(() => app.close())
    const own = await app.listen({ port: 0, host: '127.0.0.1' })
    const pass: RequestListener = ({ method, url: path, headers }, response) => {
      const sent = { ...(change?.(headers) ?? headers) }
      requestHttp(own, { method, path, headers: sent }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      }).end()
    }
    const proxy = isSafe ? createTlsServer(certificate, pass) : createServer(pass)
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void proxy.close())
    const scheme = isSafe ? 'https' : 'http'
    const url = change ? `${scheme}://127.0.0.1:${(proxy.address() as AddressInfo).port}` : own
    const key = isKeyKnown ? await readSecret(database.handle().db, 'probe') : 'of another site'
    const found = await checkProxy({ ...config, site: { ...config.site, url } }, key)
    return found.map(({ state, text }) => `${state}: ${text}`)
  }

  const visitor = '198.51.100.7'
  const added = (headers: IncomingHttpHeaders) => ({
    ...headers,
    'x-forwarded-for': `${headers['x-forwarded-for']}, ${visitor}`,
  })
  const known = `good: The site sees the address of each visitor: this machine is ${visitor}.`

  test('that says whose requests it passes on is well, whether it adds to the header or sets it', async () => {
    expect(await look(['127.0.0.1'], added)).toEqual([known])
    const set = (headers: IncomingHttpHeaders) => ({ ...headers, 'x-forwarded-for': visitor })
    expect(await look(['127.0.0.1'], set)).toEqual([known])
    expect(await look(false)).toEqual([expect.stringMatching(/^good: .* is 127\.0\.0\.1\.$/)])
  })

  test('that TRUST_PROXY does not name, that says nothing, or passes lies on, is said', async () => {
    expect(await look(false, added)).toEqual([
      'bad: TRUST_PROXY does not name your proxy: all visitors count as one.',
    ])
    expect(await look(['127.0.0.1'], (headers) => headers)).toEqual([
      'bad: Visitors can make up their address: the proxy passes on what they say, and limits count by it.',
    ])
    const silent = ({ 'x-forwarded-for': _said, ...headers }: IncomingHttpHeaders) => headers
    expect(await look(['127.0.0.1'], silent)).toEqual([
      'bad: Your proxy does not say whose requests it passes on: all visitors count as one.',
    ])
  })

  test('is not judged by another site', async () => {
    expect(await look(['127.0.0.1'], added, { isKeyKnown: false })).toEqual([
      expect.stringMatching(/^bad: Another site answers at http/),
    ])
  })

  test('with TLS that does not say so is said', async () => {
    trustHere(certificate)
    const hides = 'bad: The site takes requests for unencrypted that came by https.'
    expect(await look(['127.0.0.1'], added, { isSafe: true })).toEqual([known, hides])
    const says = (headers: IncomingHttpHeaders) => ({
      ...added(headers),
      'x-forwarded-proto': 'https',
    })
    expect(await look(['127.0.0.1'], says, { isSafe: true })).toEqual([known])
  })
})
