import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenProblems } from '#/content/request-page.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { buildTestApp } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'

describeOnDatabase('uploads of photographs', (database) => {
  let app: FastifyInstance
  beforeAll(async () => {
    app = await buildTestApp(database.handle())
  })
  afterAll(() => app.close())

  test('are taken forty times an hour from one client; others still send theirs', async () => {
    const sent = await app.inject({ method: 'POST', url: apiPaths.contact, payload: contactBody() })
    const path: string = sent.json().data.requestPath
    const upload = (remoteAddress: string) =>
      app.inject({
        method: 'POST',
        url: `${path}/photos`,
        remoteAddress,
        payload: '--b--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      })
    for (let each = 0; each < 40; each += 1) {
      expect((await upload('203.0.113.9')).statusCode).toBe(400)
    }
    const { statusCode, body } = await upload('203.0.113.9')
    expect([statusCode, body.includes(tokenProblems.tooMany.heading)]).toEqual([429, true])
    expect((await upload('203.0.113.10')).statusCode).toBe(400)
  })
})
