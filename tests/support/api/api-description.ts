import type { FastifyInstance } from 'fastify'
import { apiPaths } from '#/contracts/routes.ts'
import { type JsonSchema, operationsIn } from './api-operations.ts'

/** The names of a value's fields, at any depth. */
function fieldsOf(schema: JsonSchema | undefined): string {
  if (!schema) return 'nothing'
  const { properties, items, anyOf, type } = schema
  if (items) return `${fieldsOf(items)}[]`
  if (anyOf) return anyOf.map(fieldsOf).join(' or ')
  if (!properties) return type ?? 'anything'
  const fields = Object.entries(properties).map(([name, value]) =>
    name === 'data' ? `data: ${fieldsOf(value)}` : name,
  )
  return `{ ${fields.join(', ')} }`
}

/**
 * The API's description of the routes whose path begins with one of these, a line each and sorted:
 * what a client may send, and the response to a right request.
 */
export async function describedRoutes(
  app: FastifyInstance,
  beginnings: readonly string[],
): Promise<string[]> {
  const operations = operationsIn((await app.inject(apiPaths.openapi)).json())
  return operations
    .filter(({ path }) => beginnings.some((beginning) => path.startsWith(beginning)))
    .map(({ path, method, parameters, body, answers }) => {
      const sent = parameters.map(({ name }) => name)
      if (body) sent.push(fieldsOf(body))
      const answered = Object.entries(answers)
        .filter(([status]) => status.startsWith('2'))
        .map(([status, answer]) => `${status} ${fieldsOf(answer)}`)
      return `${path} ${method} (${sent.join(', ')}): ${answered.join(', ')}`
    })
    .sort()
}
