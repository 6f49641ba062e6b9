import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeCertificate, trustHere } from '#tests/support/certificate.ts'
import { callWebhook, explainCallFailure } from './call-webhook.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const payload = {
  type: 'webhook.test',
  timestamp: '2026-01-05T12:00:00.000Z',
  data: { url: 'https://b.example' },
} as const

/** What the address was sent last, and what it does. */
let received: { method?: string | undefined; headers: IncomingHttpHeaders; body: string }
let answer: RequestListener
const endpoint = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  received = { method: request.method, headers: request.headers, body }
  answer(request, response)
})
let url: string
beforeAll(async () => {
  await once(endpoint.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/hook`
})
afterAll(() => {
  endpoint.closeAllConnections()
  endpoint.close()
})
beforeEach(() => {
  received = { headers: {}, body: '' }
})

const call = ({ signal = AbortSignal.timeout(5_000), allowsPrivate = true, to = url } = {}) =>
  callWebhook({ url: to, secret }, { id: 'msg_1', payload, signal }, allowsPrivate)
const answerWith = (status: number, text = '', headers = {}) => {
  answer = (_request, response) => response.writeHead(status, headers).end(text)
}

test('a call is JSON that the libraries of Standard Webhooks verify', async () => {
  answerWith(200)
  await call()
  expect(received.method).toBe('POST')
  expect(received.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Breezeway',
    'webhook-id': 'msg_1',
  })
  const headers = received.headers as Record<string, string>
  expect(new Webhook(secret).verify(received.body, headers)).toEqual(payload)
  expect(() => new Webhook(secret).verify(`${received.body} `, headers)).toThrow()
})

const moved = (status: number) =>
  `The webhook’s address redirects elsewhere (${status}). Enter the final address.`
const failed = (status: number) => `The webhook’s address answered with an error (${status}).`

test.each([
  [200, 'sent', null],
  [300, 'retry', moved(300)],
  [400, 'retry', failed(400)],
  [410, 'retry', failed(410)],
  [500, 'retry', failed(500)],
])('%i: %s, %s', async (status, outcome, problem) => {
  answerWith(status, 'Thank\n\n you. ', { location: 'https://b.example' })
  expect(await call()).toMatchObject({ outcome, problem, answer: `${status} Thank you.` })
})

test('of a long answer only the beginning is read, and nobody waits for its end', async () => {
  let isCutOff = false
  answer = (_request, response) => {
    response.on('close', () => (isCutOff = true))
    // It never ends.
    response.writeHead(200).write('x'.repeat(100_000))
  }
  const { outcome, answer: text } = await call()
  expect([outcome, text]).toEqual(['sent', `200 ${'x'.repeat(2_048)}`])
  await expect.poll(() => isCutOff).toBe(true)
})

test('an address in a private network is not called, unless that is allowed', async () => {
  answerWith(200)
  expect(await call({ allowsPrivate: false })).toMatchObject({
    outcome: 'refused',
    problem: 'The webhook’s address is in a private network.',
  })
  expect(received.method).toBeUndefined()
  // Where clouds tell their machines secrets, nothing is allowed.
  const { outcome } = await call({ to: 'http://0.0.0.0:9/' })
  expect(outcome).toBe('refused')
})

test('an address that does not answer, breaks off or is not there is called again', async () => {
  answer = () => {}
  expect(await call({ signal: AbortSignal.timeout(20) })).toMatchObject({
    outcome: 'retry',
    problem: 'The webhook’s address didn’t answer in time.',
  })
  answer = (request) => request.socket.destroy()
  expect(await call()).toMatchObject({
    outcome: 'retry',
    problem: 'The webhook’s address couldn’t be reached.',
  })
  answer = (request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setImmediate(() => request.socket.destroy())
  }
  expect((await call()).outcome).toBe('retry')
  // TLS is spoken to a server that speaks none.
  expect(await call({ to: url.replace('http:', 'https:') })).toMatchObject({
    outcome: 'retry',
    problem: 'The connection to the webhook’s address couldn’t be secured.',
  })
})

test('an address with https is called by TLS, at its own name', async () => {
  const certificate = await makeCertificate()
  trustHere(certificate)
  let host: string | undefined
  const secure = createSecureServer(certificate, (request, response) => {
    host = request.headers.host
    response.writeHead(204).end()
  })
  await once(secure.listen(0, '127.0.0.1'), 'listening')
  const place = `localhost:${(secure.address() as AddressInfo).port}`
  expect((await call({ to: `https://${place}/` })).outcome).toBe('sent')
  expect(host).toBe(place)
  secure.close()
})

const unsafe = 'The connection to the webhook’s address couldn’t be secured.'

test.each([
  [{ name: 'AbortError' }, 'The webhook’s address didn’t answer in time.'],
  [{ code: 'ETIMEDOUT' }, 'The webhook’s address didn’t answer in time.'],
  [{ code: 'ENOTFOUND' }, 'The webhook’s address couldn’t be found.'],
  [{ code: 'CERT_HAS_EXPIRED' }, unsafe],
  [{ code: 'ECONNREFUSED' }, 'The webhook’s address couldn’t be reached.'],
  [{}, 'The webhook’s address couldn’t be reached.'],
])('a call that ends with %j is tried again: %s', (facts, problem) => {
  const error = Object.assign(new Error('so it said'), facts)
  expect(explainCallFailure(error)).toEqual({ outcome: 'retry', problem, answer: 'so it said' })
})
