/**
 * Gives the product's answers again by Fastify, headers included, and does nothing else, so that
 * `bench/pages.ts` can compare the product with it. ORIGIN is the product, PATHS what to repeat.
 */
import fastify from 'fastify'
import { readAnswer } from './same-bytes.ts'

const { ORIGIN = '', PATHS = '' } = process.env
const app = fastify()
for (const path of PATHS.split(' ')) {
  const { status, headers, body } = await readAnswer(ORIGIN + path)
  const { 'content-type': _, 'content-length': __, ...others } = headers
  app.get(path, (request, reply) =>
    request.headers['if-none-match'] === headers.etag
      ? reply.code(304).headers(others).send()
      : reply.code(status).headers(headers).send(body),
  )
}
process.once('SIGTERM', () => process.exit(0))
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`The server of the same bytes is at ${url}\n`)
