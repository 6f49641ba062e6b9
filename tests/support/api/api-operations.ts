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
}

type Described = {
  parameters?: Operation['parameters']
  requestBody?: Content
}

const schemaOf = (content?: Content) => content?.content?.['application/json']?.schema

/** The routes in `openapi.json`. */
export function operationsIn(openapi: {
  paths: Record<string, Record<string, Described>>
}): Operation[] {
  return Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: schemaOf(requestBody),
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
