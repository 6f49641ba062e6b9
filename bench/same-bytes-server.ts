/**
 * Gives the product's answers again, headers included, and does nothing else: by bare node:http, or
 * by Fastify. `bench/serve.ts` and `bench/blocking-time.ts` compare the product with it. ORIGIN is
 * the product, PATHS what to repeat, KIND is `http` or `fastify`. HEADERS is JSON of headers to send
 * instead of the product's; those that say what the bytes are stay.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { type Answer, readAnswer } from './same-bytes.ts'

const { ORIGIN = '', PATHS = '', KIND, HEADERS } = process.env

const ofTheBytes = ['content-type', 'content-length', 'content-encoding', 'cache-control', 'etag']

function replaceHeaders(answer: Answer): Answer {
  if (HEADERS === undefined) return answer
  const kept = Object.entries(answer.headers).filter(([name]) => ofTheBytes.includes(name))
  return { ...answer, headers: { ...Object.fromEntries(kept), ...JSON.parse(HEADERS) } }
}

const paths = PATHS.split(' ')
const answers = new Map(
  await Promise.all(
    paths.map(async (path) => [path, replaceHeaders(await readAnswer(ORIGIN + path))] as const),
  ),
)

function listenBare(): Promise<string> {
  const server = createServer(({ url = '', headers }, response) => {
    const answer = answers.get(url)
    if (!answer) return response.writeHead(404).end()
    const { 'content-type': _, 'content-length': __, ...others } = answer.headers
    if (headers['if-none-match'] === others.etag) return response.writeHead(304, others).end()
    return response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    })
  })
}

async function listenFastify(): Promise<string> {
  const app = fastify()
  for (const [path, { status, headers, body }] of answers) {
    const { 'content-type': _, 'content-length': __, ...others } = headers
    app.get(path, (request, reply) => {
      if (request.headers['if-none-match'] === headers.etag) {
        return reply.code(304).headers(others).send()
      }
      return reply.code(status).headers(headers).send(body)
    })
  }
  return app.listen({ host: '127.0.0.1', port: 0 })
}

process.once('SIGTERM', () => process.exit(0))
const url = KIND === 'fastify' ? await listenFastify() : await listenBare()
process.stdout.write(`The server of the same bytes is at ${url}\n`)
