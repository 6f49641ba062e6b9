import { expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { errorCodes } from '#/contracts/errors.ts'
import { describedPath } from '#tests/support/api/api-operations.ts'
import { serveSitePages } from '#tests/support/suite-site.ts'
import { accessTable } from './access.ts'

const app = serveSitePages()

test('every path of the API is described, but the description itself', async () => {
  const openapi = (await app().inject(api.openapi.path)).json()
  const paths = new Set(
    accessTable.map(({ path }) => path).filter((path) => path.startsWith('/api/')),
  )
  paths.delete(api.openapi.path)
  expect(Object.keys(openapi.paths).sort()).toEqual([...paths].map(describedPath).sort())
  const { failure } = openapi.components.responses
  const { schema } = failure.content['application/json']
  expect(schema.properties.code.enum).toEqual(errorCodes)
  for (const { responses } of Object.values<object>(openapi.paths).flatMap(Object.values)) {
    expect(responses.default.$ref).toBe('#/components/responses/failure')
  }
})
