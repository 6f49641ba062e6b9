import fc from 'fast-check'
import { api } from '#/contracts/endpoints/api.ts'
import { publicPaths } from '#/contracts/site-routes.ts'
import {
  describedPath,
  type JsonSchema,
  type Operation,
  operationsIn,
} from '#tests/support/api/api-operations.ts'
import { contactBodies, emails, mostly, phones } from './contact.ts'
import { fromPieces, nearly, oddJson, oddText } from './odd-texts.ts'
import { seoBodies } from './page-metadata.ts'

const paths = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...publicPaths) }, oddText())

/** Places of pages, real ones and others. */
const cursors = fc.oneof(
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.bigInt({ min: 0n, max: 10n ** 17n }))
    .map(([micros, id]) => `${micros}.${id}`),
  fromPieces(['1700000000000000', '.', '-', '7', '0', 'e', '+', ' '], 5),
)

/** What people type to search, and what not. */
const searches = fc.oneof(
  oddText(200),
  fromPieces(['386', '(', ')', '-', '+1', 'tel:', ' ', 'maria', 'É', '\u200F', '00', '１']),
)

/** Of the first rows of a table. */
const numbers = fc.integer({ min: 1, max: 3 })

/** What fields of these names hold beyond what a schema can say. */
const byName: Record<string, fc.Arbitrary<unknown>> = {
  email: mostly('maria@example.com', emails),
  phone: mostly('(386) 555-0142', phones),
  path: paths,
  pagePath: paths,
  url: fc.constantFrom(
    'https://127.0.0.1/leads',
    'https://[::1]:1/',
    'http://10.0.0.1',
    'https:/x',
  ),
  cursor: cursors,
  q: searches,
  limit: fc.integer({ min: 0, max: 1_001 }),
  quarantined: fc.constantFrom('true', 'false', 'x'),
  leadId: numbers,
  recipientId: numbers,
  webhookId: numbers,
  deliveryId: numbers,
}

function textsOf({ minLength = 0, maxLength = 300, format }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  const bounds = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 300)) }
  const atTheEdge = fc.constantFrom(minLength - 1, minLength, maxLength, maxLength + 1)
  return fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit: 'grapheme', ...bounds }) },
    { weight: 1, arbitrary: atTheEdge.map((length) => 'x'.repeat(Math.max(0, length))) },
    { weight: 1, arbitrary: oddText() },
  )
}

function numbersOf({ minimum = -(2 ** 31), maximum = 2 ** 31 - 1 }: JsonSchema) {
  const [min, max] = [Math.max(minimum, -(2 ** 31)), Math.min(maximum, 2 ** 31 - 1)]
  return fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
}

function objectsOf({ properties = {} }: JsonSchema): fc.Arbitrary<unknown> {
  // What these two hold is known better than their schemas say.
  if ('consentVersion' in properties) return contactBodies
  if ('structuredData' in properties) {
    const pagePaths = fc.constantFrom(...publicPaths)
    return fc.tuple(seoBodies, pagePaths).map(([fields, pagePath]) => ({ ...fields, pagePath }))
  }
  const fields = Object.entries(properties)
  return nearly(Object.fromEntries(fields.map(([name, schema]) => [name, valuesOf(schema, name)])))
}

/** By the type of a schema; anything where it says none. */
const ofType: Record<string, (schema: JsonSchema) => fc.Arbitrary<unknown>> = {
  string: textsOf,
  integer: numbersOf,
  number: numbersOf,
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: ({ items }) => fc.array(items ? valuesOf(items) : oddJson, { maxLength: 5 }),
  object: objectsOf,
}

/** Values of a schema; those of objects are only nearly of it. */
function valuesOf(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  const known = byName[name]
  if (known) return known
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice)))
  if (schema.allOf) return valuesOf(Object.assign({}, ...schema.allOf))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  return ofType[schema.type ?? '']?.(schema) ?? oddJson
}

/**
 * Not asked here: one never ends, and the other calls whatever address it was given.
 */
const notAsked: readonly string[] = [api.leadEvents.path, api.webhookTest.path]

/** The routes in `openapi.json` that are asked here. */
export function askedOperations(openapi: Parameters<typeof operationsIn>[0]): Operation[] {
  const skipped = notAsked.map(describedPath)
  return operationsIn(openapi).filter(({ path }) => !skipped.includes(path))
}

/** Who asks. */
const askers = ['nobody', 'editor', 'owner'] as const

export type Asker = (typeof askers)[number]

/** One request, as it is sent. */
export type FuzzRequest = {
  operation: Operation
  asker: Asker
  url: string
  headers: Record<string, string>
  payload: string | Buffer | undefined
}

const encoded = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.toWellFormed())
}

/** Texts in an address: encoded as they should be, or by somebody who does not know how. */
const inAddress = (values: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: values.map(encoded) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%', '%00', '%ED%A0%80', '%FF', '', '-1', '1e3', '0x1'),
    },
    { weight: 1, arbitrary: oddText(2_000).map(encoded) },
  )

function addressesOf({ path, parameters }: Operation): fc.Arbitrary<string> {
  const texts = parameters.map(({ name, schema }) => inAddress(valuesOf(schema, name)))
  const isLeftOut = parameters.map(() => fc.integer({ min: 0, max: 2 }))
  return fc.tuple(fc.tuple(...texts), fc.tuple(...isLeftOut)).map(([values, chances]) => {
    let address = path
    const query: string[] = []
    for (const [index, { name, in: place }] of parameters.entries()) {
      const value = values[index] ?? ''
      if (place === 'path') address = address.replace(`{${name}}`, value)
      else if (chances[index] !== 0) query.push(`${name}=${value}`)
    }
    return query.length > 0 ? `${address}?${query.join('&')}` : address
  })
}

const brokenPayloads: fc.Arbitrary<string | Buffer> = fc.oneof(
  oddText(),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.nat(8_000).map((depth) => '{"a":'.repeat(depth)),
  fc.nat(8_000).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.constantFrom('{"a":1e999}', '{"email":"a@b.example","email":[]}', '\uFEFF{}', '{}{}', 'null'),
)

function payloadsOf({ body, method }: Operation): fc.Arbitrary<string | Buffer | undefined> {
  if (method === 'GET') return fc.constant(undefined)
  const values = body ? valuesOf(body) : fc.oneof(fc.constant(undefined), oddJson)
  return fc.oneof(
    { weight: 9, arbitrary: values.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: brokenPayloads },
  )
}

const contentTypes = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/json, text/html',
      ';',
    ),
  },
)

/** Header values that a client of HTTP can send. */
const headerText = oddText(300).map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, ''))

const headers = fc
  .tuple(
    contentTypes,
    fc.oneof(
      { weight: 6, arbitrary: fc.constant({}) },
      {
        weight: 1,
        arbitrary: fc.dictionary(
          fc.constantFrom(
            ...['accept', 'accept-encoding', 'cookie', 'if-none-match', 'origin', 'range'],
            ...['referer', 'sec-fetch-site', 'user-agent', 'x-forwarded-for', 'x-http-method'],
          ),
          headerText,
          { maxKeys: 3, noNullPrototype: true },
        ),
      },
    ),
  )
  .map(([type, others]) => ({ 'content-type': type, ...others }))

/** Requests to any of these routes, by anybody. */
export function requestsTo(operations: readonly Operation[]): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    ...operations.map((operation) =>
      fc.record({
        operation: fc.constant(operation),
        asker: fc.constantFrom(...askers),
        url: addressesOf(operation),
        headers,
        payload: payloadsOf(operation),
      }),
    ),
  )
}
