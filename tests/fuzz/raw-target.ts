import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { apiPaths, healthPaths } from '#/contracts/routes.ts'
import { contactBody } from '#tests/support/factories.ts'
import { fromPieces, oddText } from './odd-texts.ts'
import { insides, longestAnswerMs } from './route-target.ts'
import { type Target, target } from './target.ts'

const body = JSON.stringify(contactBody())

const requestLines = fc.oneof(
  fc.constantFrom(
    'GET / HTTP/1.1',
    'GET /about HTTP/1.0',
    'GET http://localhost/ HTTP/1.1',
    'GET http://a@localhost:x/ HTTP/1.1',
    'HEAD / HTTP/1.1',
    `POST ${apiPaths.contact} HTTP/1.1`,
    'OPTIONS * HTTP/1.1',
    'CONNECT a:1 HTTP/1.1',
    'PRI * HTTP/2.0',
  ),
  fromPieces(
    ['GET', 'POST', ' ', ' ', '/', '/about', '?', 'HTTP/', '1.1', '9.9', '\0', '\t', '%'],
    8,
  ),
)

const headerLines = fc.oneof(
  fc.constantFrom(
    'host: localhost',
    'host: localhost',
    'host: [::1]:1',
    'host: a',
    'host:',
    'x-forwarded-host: a, ,',
    'connection: close',
    'connection: upgrade',
    'upgrade: websocket',
    'expect: 100-continue',
    'expect: x',
    'content-type: application/json',
    `content-length: ${body.length}`,
    'content-length: 5',
    'content-length: -1',
    'content-length: 99999999999999999999',
    'transfer-encoding: chunked',
    'transfer-encoding: gzip, chunked',
    'Transfer-Encoding : chunked',
    ' folded',
    'cookie: a=b; a=c; =; ;;',
    'accept-encoding: br;q=2, *;q=0, gzip;q=x',
    'range: bytes=0-0,5-,-9',
    'if-modified-since: x',
  ),
  fromPieces(['a', ':', ' ', 'host', '\r', '\n', '\0', '\t', ';', ',', '\x80'], 8),
  oddText(20_000).map((text) => `x-odd: ${text}`),
)

const bodies = fc.oneof(
  fc.constantFrom('', body, '0\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n', 'fffffffff\r\nx', '-1\r\n\r\n'),
  fromPieces(
    ['5', '\r\n', '0', 'f', ';', 'x=y', 'hello', 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    8,
  ),
)

const messages = fc
  .tuple(requestLines, fc.array(headerLines, { maxLength: 5 }), bodies)
  .map(([line, headers, content]) => `${[line, ...headers].join('\r\n')}\r\n\r\n${content}`)

/** What one connection sends: several requests at once, all but the end of them, anything. */
const sent = fc.record({
  bytes: fc.oneof(
    { weight: 8, arbitrary: fc.array(messages, { minLength: 1, maxLength: 8 }) },
    { weight: 1, arbitrary: fc.array(oddText(20_000), { maxLength: 3 }) },
  ),
  cutBy: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(40)),
  pieces: fc.integer({ min: 1, max: 4 }),
  /** Whoever leaves does not wait for an answer. */
  leaves: fc.constantFrom(false, false, true),
})

type Sent = typeof sent extends fc.Arbitrary<infer Value> ? Value : never

/** Sends all of it, and nothing more. Answers what came back until the server closed. */
async function exchange(port: number, { bytes, cutBy, pieces, leaves }: Sent): Promise<string> {
  const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
  let answer = ''
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text
  })
  // The server may end it while we write.
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  const whole = Buffer.from(bytes.join(''), 'latin1')
  const end = Math.max(0, whole.length - cutBy)
  const step = Math.ceil(end / pieces) || 1
  for (let at = 0; at < end && !socket.destroyed; at += step) {
    await new Promise((resolve) =>
      socket.write(whole.subarray(at, Math.min(end, at + step)), resolve),
    )
  }
  if (leaves) socket.destroy()
  else socket.end()
  await closed
  return answer
}

/** Bytes that a connection can send, and a genuine request directly afterwards. */
export function rawTarget(app: FastifyInstance): Target {
  return target({
    name: 'raw HTTP',
    share: 25,
    longestMs: longestAnswerMs,
    inputs: sent,
    async expectation(input) {
      const { port } = app.server.address() as AddressInfo
      const answer = await exchange(port, input)
      for (const [, status] of answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)) {
        assert.ok(Number(status) < 500 || status === '503', `answered ${status}`)
      }
      assert.doesNotMatch(answer, insides)
      const { status } = await fetch(`http://127.0.0.1:${port}${healthPaths.alive}`)
      assert.equal(status, 200)
    },
  })
}
