import fc from 'fast-check'
import { apiPaths } from '#/contracts/routes.ts'
import { describedPath, type Operation, operationsIn } from '#tests/support/api/api-operations.ts'
import { valuesOf } from './from-schema.ts'
import { oddJson, oddText } from './odd-texts.ts'

/**
 * Not asked here: one never ends, and the other calls whatever address it was given.
 */
const notAsked: readonly string[] = [apiPaths.leadEvents, apiPaths.webhookTest]

/** The routes in `openapi.json` that are asked here. */
export function askedOperations(openapi: Parameters<typeof operationsIn>[0]): Operation[] {
  const skipped = notAsked.map(describedPath)
  return operationsIn(openapi).filter(({ path }) => !skipped.includes(path))
}

/** Who asks. */
export const askers = ['nobody', 'editor', 'owner'] as const

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
