import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buildTestApp } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'

/** Texts that the database refuses, alone and in what else could pass for an address. */
const unstorableTexts = ['\0', 'a\0b', '\uD800', 'a\uDC00b'].flatMap((text) => [
  text,
  `https://example.com/${text}`,
])

const isStorable = (value: unknown) => !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value) ?? '')

type Schema = z.core.$ZodType

type Definition = {
  shape?: Record<string, Schema>
  element?: Schema
  options?: Schema[]
  valueType?: Schema
  catchall?: Schema
} & Partial<Record<'innerType' | 'in' | 'left' | 'right', Schema>>

/** The places where a schema accepts such a text, each beginning with this name. */
function openPlaces(schema: Schema, at: string): string[] {
  const isOpen = unstorableTexts.some((text) => {
    const { success, data } = z.safeParse(schema, text)
    return success && !isStorable(data)
  })
  return isOpen ? [at] : openPartsOf(schema, at)
}

/** The same for the values of a schema: in objects, lists and records. */
function openPartsOf(schema: Schema, at: string): string[] {
  const {
    shape = {},
    element,
    options = [],
    valueType,
    catchall,
    ...wrapped
  } = schema._zod.def as unknown as Definition
  const { innerType, in: read, left, right } = wrapped
  const inner = [innerType, read, left, right].filter((part) => part !== undefined)
  const others = [element, valueType, catchall, ...options].filter((part) => part !== undefined)
  return [
    ...Object.entries(shape).flatMap(([name, part]) => openPlaces(part, `${at}.${name}`)),
    ...others.flatMap((part) => openPlaces(part, `${at}[]`)),
    ...inner.flatMap((part) => openPartsOf(part, at)),
  ]
}

describeOnDatabase('the routes', (database) => {
  let app: FastifyInstance
  const routes: RouteOptions[] = []
  const listen = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => {
      routes.push(route)
    })
  beforeAll(async () => {
    subscribe('fastify.initialization', listen)
    app = await buildTestApp(database.handle())
    unsubscribe('fastify.initialization', listen)
  })
  afterAll(() => app.close())

  test('take no text that the database does not', () => {
    const schemas = routes.flatMap(({ method, url, schema = {} }) =>
      (['body', 'querystring', 'params', 'headers'] as const).flatMap((part) =>
        schema[part] instanceof z.core.$ZodType
          ? [[`${method} ${url} ${part}`, schema[part]] as const]
          : [],
      ),
    )
    expect(schemas.length).toBeGreaterThan(100)
    expect(schemas.flatMap(([name, schema]) => openPlaces(schema, name))).toEqual([])
  })
})
