import { beforeAll, expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { describedPath } from '#tests/support/api/api-operations.ts'
import { serveSitePages } from '#tests/support/suite-site.ts'
import { accessTable } from './access.ts'

const app = serveSitePages()

type Answers = Record<string, { $ref?: string; content?: object }>

let openapi: {
  paths: Record<string, Record<string, { responses: Answers }>>
  components: { responses: Record<string, { description: string; content: object }> }
}
beforeAll(async () => {
  openapi = (await app().inject(api.openapi.path)).json()
})

test('every path of the API is described, but the description itself', () => {
  const paths = new Set(
    accessTable.map(({ path }) => path).filter((path) => path.startsWith('/api/')),
  )
  paths.delete(api.openapi.path)
  expect(Object.keys(openapi.paths).sort()).toEqual([...paths].map(describedPath).sort())
})

test('every operation says how it can fail, with the codes that a program may tell apart', () => {
  const always = ['400', '401', '403', '404', '421', '429', '500', '503', 'default']
  for (const [path, operations] of Object.entries(openapi.paths)) {
    for (const [method, { responses }] of Object.entries(operations)) {
      const expected = method === 'get' ? always : [...always, '409', '413', '415']
      const described = Object.keys(responses).filter((status) => !status.startsWith('2'))
      expect(described.sort(), `${method} ${path}`).toEqual(expected.sort())
      for (const status of described) {
        const [, , , name = ''] = responses[status]?.$ref?.split('/') ?? []
        expect(openapi.components.responses, `${method} ${path}`).toHaveProperty([name])
      }
    }
  }
})
