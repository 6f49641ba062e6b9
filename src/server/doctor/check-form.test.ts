/** @module-tag slow */
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  request as requestHttp,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp, testConfig } from '#tests/support/app-builder.ts'
import { makeCertificate, trustHere } from '#tests/support/certificate.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { freePort } from '#tests/support/machine/free-port.ts'
import { checkSite } from './check-site.ts'

const certificate = await makeCertificate()

describeOnDatabase('the form through a proxy', (database) => {
  /** The findings behind a proxy that changes headers like this. */
  async function look(
    trustProxy: string[] | false,
    change: (headers: IncomingHttpHeaders) => IncomingHttpHeaders,
    isSafe = false,
  ) {
    const port = await freePort()
    const base = testConfig()
    const url = `${isSafe ? 'https' : 'http'}://127.0.0.1:${port}`
    const config = testConfig({ trustProxy, hasSiteUrl: true, site: { ...base.site, url } })
    const app = await buildTestApp(database.handle(), { config })
    onTestFinished(() => app.close())
    const own = await app.listen({ port: 0, host: '127.0.0.1' })
    const pass: RequestListener = (request, response) => {
      const { method, url: path, headers } = request
      const onward = requestHttp(own, { method, path, headers: change(headers) }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      })
      request.pipe(onward)
    }
    const proxy = isSafe ? createTlsServer(certificate, pass) : createServer(pass)
    await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
    onTestFinished(() => void proxy.close())
    const found = await checkSite(config, database.handle().db)
    // The first two are of the name and the certificate.
    return found.slice(2).map(({ state, text }) => `${state}: ${text}`)
  }

  const visitor = '198.51.100.7'
  const added = (headers: IncomingHttpHeaders) => ({
    ...headers,
    'x-forwarded-for': `${headers['x-forwarded-for']}, ${visitor}`,
  })
  const stored = expect.stringMatching(/^good: A test request through .* was stored/)
  const known = `good: The site sees each visitor’s address: this machine is ${visitor}.`

  test('that says whose requests it passes on is well, whether it adds to the header or sets it', async () => {
    expect(await look(['127.0.0.1'], added)).toEqual([stored, known])
    const set = (headers: IncomingHttpHeaders) => ({ ...headers, 'x-forwarded-for': visitor })
    expect(await look(['127.0.0.1'], set)).toEqual([stored, known])
  })

  test('that TRUST_PROXY does not name, that says nothing, or passes lies on, is said', async () => {
    expect(await look(false, added)).toEqual([
      stored,
      'bad: TRUST_PROXY doesn’t name your proxy, so all visitors count as one.',
    ])
    expect(await look(['127.0.0.1'], (headers) => headers)).toEqual([
      stored,
      'bad: Visitors can fake their address and get around limits: the proxy passes on whatever they send.',
    ])
    const silent = ({ 'x-forwarded-for': _said, ...headers }: IncomingHttpHeaders) => headers
    expect(await look(['127.0.0.1'], silent)).toEqual([
      stored,
      'bad: Your proxy doesn’t say whose requests it passes on, so all visitors count as one.',
    ])
  })

  test('with TLS that does not say so is said', async () => {
    trustHere(certificate)
    const hides = 'bad: The site treats https requests as unencrypted.'
    expect(await look(['127.0.0.1'], added, true)).toEqual([stored, known, hides])
    const says = (headers: IncomingHttpHeaders) => ({
      ...added(headers),
      'x-forwarded-proto': 'https',
    })
    expect(await look(['127.0.0.1'], says, true)).toEqual([stored, known])
  })
})
