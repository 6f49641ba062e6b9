import fc from 'fast-check'
import { publicPaths } from '#/contracts/routes.ts'
import type { JsonSchema } from '#tests/support/api/api-operations.ts'
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

const around = ({ minimum = -(2 ** 31), maximum = 2 ** 31 }: JsonSchema) => ({
  min: Math.ceil(Math.max(minimum, -(2 ** 31))),
  max: Math.floor(Math.min(maximum, 2 ** 31 - 1)),
})

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

/** Values of a schema; those of objects are only nearly of it. */
export function valuesOf(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  const known = byName[name]
  if (known) return known
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice)))
  if (schema.allOf) return valuesOf(Object.assign({}, ...schema.allOf))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  switch (schema.type) {
    case 'string':
      return textsOf(schema)
    case 'integer':
    case 'number':
      return fc.integer(around(schema))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(schema.items ? valuesOf(schema.items) : oddJson, { maxLength: 5 })
    case 'object':
      return objectsOf(schema)
    default:
      return oddJson
  }
}

function objectsOf({ properties = {} }: JsonSchema): fc.Arbitrary<unknown> {
  // What these two hold is known better than their schemas say.
  if ('consentVersion' in properties) return contactBodies
  if ('structuredData' in properties) {
    return fc
      .tuple(seoBodies, fc.constantFrom(...publicPaths))
      .map(([fields, pagePath]) => ({ ...fields, pagePath }))
  }
  return nearly(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema, name)]),
    ),
  )
}
