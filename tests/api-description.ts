import type { FastifyInstance } from 'fastify'
import { apiPaths } from '#/contracts/routes.ts'

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

type Content = { content?: Record<string, { schema: Schema }> }

type Operation = {
  parameters?: { name: string; in: string }[]
  requestBody?: Content
  responses: Record<string, Content>
}

/** The names of the fields that a value has, as deep as `data`. */
function fieldsOf({ properties, items, anyOf, type }: Schema): string {
  if (items) return `${fieldsOf(items)}[]`
  if (anyOf) return anyOf.map(fieldsOf).join(' or ')
  if (!properties) return type ?? 'anything'
  const fields = Object.entries(properties).map(([name, value]) =>
    name === 'data' ? `data: ${fieldsOf(value)}` : name,
  )
  return `{ ${fields.join(', ')} }`
}

function schemaOf({ content = {} }: Content): string {
  const [schema] = Object.values(content).map((each) => each.schema)
  return schema ? fieldsOf(schema) : 'nothing'
}

/**
 * What the API's description says of the routes whose path begins with one of these, a line each and
 * sorted: what a client may send, and what it is answered when that is right.
 */
export async function describedRoutes(
  app: FastifyInstance,
  beginnings: readonly string[],
): Promise<string[]> {
  const { paths } = (await app.inject(apiPaths.openapi)).json()
  const routes = Object.entries<Record<string, Operation>>(paths).filter(([path]) =>
    beginnings.some((beginning) => path.startsWith(beginning)),
  )
  const described = routes.flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody, responses }]) => {
      const sent = parameters.map(({ name }) => name)
      if (requestBody) sent.push(schemaOf(requestBody))
      const answers = Object.entries(responses).filter(([status]) => status !== 'default')
      const answered = answers.map(([status, answer]) => `${status} ${schemaOf(answer)}`)
      return `${path} ${method.toUpperCase()} (${sent.join(', ')}): ${answered.join(', ')}`
    }),
  )
  return described.sort()
}
