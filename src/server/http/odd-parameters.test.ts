import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiPaths } from '#/contracts/routes.ts'
import { operationsIn, probe } from '#tests/support/api/api-operations.ts'
import { buildTestApp, signInAs } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'

/** Values at the edges of what numbers, texts and instants can be. */
const oddValues = [
  '%27',
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%',
  '-1',
  '0',
  '2147483648',
  '9007199254740991',
  '9223372036854775808',
  '1e308',
  'NaN',
  '../..',
  '0.0',
  'x'.repeat(300),
]

/** The same of the places of pages. */
const oddPlaces = [
  '999999999999999999.999999999999999999',
  '-999999999999999999.1',
  '8640000000000000000.1',
  '4102444800000000.1',
  '946684800000000.9999999999999999',
]

/** Less than the time limit of the database; on a busy machine one of several tries is faster. */
const soonMs = 10_000

/** Requests at once. */
const lanes = 8

type Operation = { parameters?: { name: string; in: string }[] }

/** How many kilobytes the bodies of some routes may have. Written out: the product's own would change with it. */
const largerBodies: Record<string, number> = {
  'POST /api/contact': 96,
  'POST /api/admin/leads': 96,
  'POST /api/admin/leads/{leadId}/notes': 64,
  'POST /api/admin/lead-source-settings': 64,
  'POST /api/admin/contractors': 64,
  'PUT /api/admin/contractors/{contractorId}': 64,
  'POST /api/admin/contractors/import': 2_000_000 / 1024,
  'POST /api/admin/contractors/import/preview': 2_000_000 / 1024,
  'POST /api/admin/contractors/import/undo': 2_000_000 / 1024,
  'POST /api/seo': 1024,
}

describeOnDatabase('what is sent', (database) => {
  let app: FastifyInstance
  let cookie: string
  beforeAll(async () => {
    const { db } = database.handle()
    app = await buildTestApp(database.handle())
    cookie = await signInAs(app, db, 'admin')
    await app.inject({ method: 'POST', url: apiPaths.contact, payload: contactBody() })
  })
  afterAll(() => app.close())

  const get = (url: string) => app.inject({ url, headers: { cookie } })

  /** The status of an address, and the milliseconds of the fastest of some tries. */
  async function getSoon(url: string) {
    let fastest = Number.POSITIVE_INFINITY
    for (let tries = 0; ; tries += 1) {
      const began = performance.now()
      const { statusCode } = await get(url)
      fastest = Math.min(fastest, performance.now() - began)
      if (fastest < soonMs || tries === 4) return { statusCode, fastest }
    }
  }

  /** Every address of the API that is read, with one parameter at an odd value, or twice. */
  async function oddAddresses() {
    const { paths } = (await get(apiPaths.openapi)).json()
    const addresses: string[] = []
    for (const [path, operations] of Object.entries<{ get?: Operation }>(paths)) {
      for (const { name, in: place } of operations.get?.parameters ?? []) {
        if (place === 'query') addresses.push(`${path}?${name}=1&${name}=2`)
        for (const value of name === 'cursor' ? [...oddValues, ...oddPlaces] : oddValues) {
          if (place === 'query') addresses.push(`${path}?${name}=${value}`)
          if (place === 'path') addresses.push(path.replace(`{${name}}`, value))
        }
      }
    }
    return addresses
  }

  test('that is odd is answered plainly, and soon', { tags: 'slow' }, async () => {
    const addresses = await oddAddresses()
    expect(addresses.length).toBeGreaterThan(100)
    const cursors = oddPlaces.map((value) => `${apiPaths.leads}?q=maria&cursor=${value}`)
    const left = [...addresses, ...cursors].values()
    async function askOneAfterTheOther() {
      // All lanes take from the same iterator.
      for (const url of left) {
        const { statusCode, fastest } = await getSoon(url)
        expect([url, statusCode]).toEqual([url, expect.toSatisfy((code) => code < 500)])
        expect([url, fastest]).toEqual([url, expect.toSatisfy((ms) => ms < soonMs)])
      }
    }
    await Promise.all(Array.from({ length: lanes }, askOneAfterTheOther))
    expect((await get(`${apiPaths.leads}?q=mar%00`)).json().data).toHaveLength(1)
    expect((await get(`${apiPaths.leads}?service=%00`)).statusCode).toBe(400)
    expect((await get(`${apiPaths.leads}?limit=1&q=maria&q=josef`)).statusCode).toBe(400)
  })

  test('may be as large as its route says, and no larger', async () => {
    const operations = operationsIn((await get(apiPaths.openapi)).json())
    const wrong: string[] = []
    for (const operation of operations.filter(({ body }) => body)) {
      const name = `${operation.method} ${operation.path}`
      const { method, url, headers } = probe(operation)
      const bytes = (largerBodies[name] ?? 16) * 1024
      for (const length of [bytes, bytes + 1]) {
        const payload = `"${'x'.repeat(length - 2)}"`
        const answer = await app.inject({ method, url, headers: { ...headers, cookie }, payload })
        if ((answer.statusCode === 413) !== length > bytes) wrong.push(name)
      }
    }
    expect(wrong).toEqual([])
  })
})
