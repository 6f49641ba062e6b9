import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendError } from './errors.ts'
import { registerOriginCheck } from './origin-check.ts'

const app = Fastify()
app.setErrorHandler(sendError)
registerOriginCheck(app, 'https://site.example')
app.all('/', async () => 'done')
app.post('/request/:token', { config: { isTokenPage: true } }, async () => 'done')
app.get('/api/leads', async () => 'leads')

type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const ask = (method: Method, headers: Record<string, string>) =>
  app.inject({ method, url: '/', headers: { host: 'inside.example:3000', ...headers } })

const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

test.each<[Record<string, string>, number]>([
  [{ 'sec-fetch-site': 'same-origin' }, 200],
  [{ 'sec-fetch-site': 'none' }, 200],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://site.example' }, 403],
  // Older browsers say only where the page is from, and other clients nothing at all.
  [{ origin: 'https://site.example' }, 200],
  [{ origin: 'http://inside.example:3000' }, 200],
  [{ origin: 'https://inside.example:3000' }, 403],
  [{ origin: 'https://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{}, 200],
])('a POST with %j is answered %i', async (headers, status) => {
  expect((await ask('POST', headers)).statusCode).toBe(status)
})

test.each<[Record<string, string>, number]>([
  [{ origin: 'null' }, 200],
  [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, 200],
  [{ origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
  [{ origin: 'https://evil.example' }, 403],
])(
  'a POST to a page that is opened by a secret with %j is answered %i',
  async (headers, status) => {
    const { statusCode } = await app.inject({ method: 'POST', url: '/request/x', headers })
    expect(statusCode).toBe(status)
  },
)

test('from another website every page can be read and nothing changed', async () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
    expect((await ask(method, foreign)).statusCode).toBe(200)
  }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    expect((await ask(method, foreign)).statusCode).toBe(403)
  }
  // A form can send these types without a preflight request.
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
    expect((await ask('POST', { ...foreign, 'content-type': type })).statusCode).toBe(403)
  }
  expect((await ask('POST', foreign)).json()).toMatchObject({
    code: 'not_allowed',
    message: 'This request came from another website. Please use the form on our site.',
  })
})

test.each<[Record<string, string>, number]>([
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }, 403],
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  // A link in a mail or on another site.
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 200],
  [{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }, 200],
  [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, 200],
  [{}, 200],
])('what reads the API with %j is answered %i', async (headers, status) => {
  for (const url of ['/api/leads', '/%61pi/leads']) {
    expect((await app.inject({ url, headers })).statusCode).toBe(status)
  }
})
