import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { isChanging, operationsIn, probe } from '#tests/support/api/api-operations.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { webhooks } from '../db/tables/schema.ts'

/** How many kilobytes the bodies of some routes may have. Written out: the product's own would change with it. */
const largerBodies: Record<string, number> = {
  'POST /api/contact': 96,
  'POST /api/admin/leads': 96,
  'POST /api/admin/leads/{leadId}/notes': 64,
  'POST /api/admin/lead-source-settings': 1024,
  'POST /api/admin/contractors': 64,
  'PUT /api/admin/contractors/{contractorId}': 64,
  'POST /api/admin/contractors/import': 2_000_000 / 1024,
  'POST /api/admin/contractors/import/preview': 2_000_000 / 1024,
  'POST /api/admin/contractors/import/undo': 2_000_000 / 1024,
  'POST /api/seo': 1024,
}

describeOnDatabase('a body', (database) => {
  const { app, cookie, db } = adminSite(database)

  test('may be as large as its route says, and no larger', async () => {
    const operations = operationsIn((await app().inject(api.openapi.path)).json())
    const wrong: string[] = []
    for (const operation of operations.filter(({ body }) => body)) {
      const name = `${operation.method} ${operation.path}`
      const { method, url, headers } = probe(operation)
      const bytes = (largerBodies[name] ?? 16) * 1024
      for (const length of [bytes, bytes + 1]) {
        const payload = `"${'x'.repeat(length - 2)}"`
        const answer = await app().inject({
          method,
          url,
          headers: { ...headers, cookie: cookie() },
          payload,
        })
        if ((answer.statusCode === 413) !== length > bytes) wrong.push(name)
      }
    }
    expect(wrong).toEqual([])
  })

  test('of an answer to a read has nothing that lets somebody in', async () => {
    await db().insert(webhooks).values({ url: 'https://hook.example', secret: 'whsec_a_secret' })
    const { rows } = await db().execute<{ secret: string }>(sql`
      select password_hash secret from users union all select token from sessions
      union all select secret from webhooks union all select value from secrets`)
    for (const operation of operationsIn((await app().inject(api.openapi.path)).json())) {
      if (isChanging(operation) || operation.path === api.leadEvents.path) continue
      const request = { ...probe(operation), headers: { cookie: cookie() } }
      const { body } = await app().inject(request)
      const told = rows.filter(({ secret }) => body.includes(secret))
      expect([operation.path, told]).toEqual([operation.path, []])
    }
  })
})
