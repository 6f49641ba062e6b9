import type { FastifyInstance } from 'fastify'
import { api } from '#/contracts/endpoints/api.ts'

/** A JSON schema, as far as `openapi.json` uses it. */
export type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

type Content = { content?: { 'application/json'?: { schema: JsonSchema } } }

/** One route as `openapi.json` describes it. */
export type Operation = {
  method: string
  path: string
  parameters: { name: string; in: string; schema: JsonSchema }[]
  body: JsonSchema | undefined
  /** Responses by status; undefined for one without a body, and for errors. */
  answers: Record<string, JsonSchema | undefined>
}

type Described = {
  parameters?: Operation['parameters']
  requestBody?: Content
  responses: Record<string, Content>
}

const schemaOf = (content?: Content) => content?.content?.['application/json']?.schema

/** The routes in `openapi.json`. */
export function operationsIn(openapi: {
  paths: Record<string, Record<string, Described>>
}): Operation[] {
  return Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: schemaOf(requestBody),
      answers: Object.fromEntries(
        Object.entries(responses).map(([status, answer]) => [status, schemaOf(answer)]),
      ),
    })),
  )
}

/** The path of a row as `openapi.json` writes it. */
export const describedPath = (path: string) => path.replace(/:(\w+)/g, '{$1}')

/** True for an operation that may change something. */
export const isChanging = ({ method }: Operation) => method !== 'GET'

/** The options of `inject`. */
export type Probe = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers: Record<string, string>
  payload?: string
}

/**
 * A request to an operation that its schemas refuse: its body is no JSON, and its parameters lead
 * to nothing.
 */
export function probe(operation: Operation): Probe {
  const url = operation.path.replace(/\{\w+\}/g, '0')
  const method = operation.method as Probe['method']
  if (!isChanging(operation)) return { method, url, headers: {} }
  return { method, url, headers: { 'content-type': 'application/json' }, payload: '{' }
}

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
  const operations = operationsIn((await app.inject(api.openapi.path)).json())
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
