import assert from 'node:assert/strict'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { api } from '#/contracts/endpoints/api.ts'
import type { Database } from '#/server/db/database.ts'
import { statusOf } from '#/server/http/errors.ts'
import { errorBodySchema } from '#/server/http/openapi.ts'
import { signInAs } from '#tests/support/app-builder.ts'
import { type Fuzz, fuzzing } from './fuzzing.ts'
import { type Asker, askedOperations, type FuzzRequest, requestsTo } from './requests.ts'

/** What nobody outside is to read: stacks, paths of files, statements and names of the database. */
const insides =
  /\bat \S+ \(|node_modules|\.ts:\d|node:internal|\b(select|insert into|delete from) .* (from|values|where)\b|SQLSTATE|Failed query|drizzle|postgres/i

/** The most processor time that an answer may take: how long it takes also depends on the machine. */
const longestAnswerMs = 2_000

const tidyEvery = 250

/** Deletes what the requests have stored, so that the last one finds as much as the first. */
async function tidy(db: Database) {
  await db.execute(sql`delete from seo_records`)
  for (const table of ['leads', 'notification_recipients', 'webhooks', 'erasures']) {
    await db.execute(sql.raw(`delete from ${table}`))
    await db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), 1, false)`)
  }
}

function checkAnswer(
  { operation }: FuzzRequest,
  { statusCode, headers, body }: Awaited<ReturnType<FastifyInstance['inject']>>,
) {
  assert.ok(statusCode < 500, `answered ${statusCode}: ${body}`)
  const type = String(headers['content-type'] ?? '')
  // Before the route, which never sees an address that is too long.
  const statuses = [414, ...Object.values(statusOf)]
  assert.ok(statusCode < 300 || statuses.includes(statusCode), `answered ${statusCode}`)
  if (statusCode >= 400) {
    assert.doesNotMatch(body, insides)
    if (type.startsWith('text/html') && operation.path === api.contact.path) return
    errorBodySchema.parse(JSON.parse(body))
    return
  }
  if (type.startsWith('text/html') && operation.path === api.contact.path) return
  if (body !== '') JSON.parse(body)
}

/** Every route of `openapi.json`, asked by everybody. */
export async function fuzzingRoutes(app: FastifyInstance, db: Database): Promise<Fuzz> {
  const operations = askedOperations((await app.inject(api.openapi.path)).json())
  const cookies: Record<Asker, string> = {
    nobody: '',
    editor: await signInAs(app, db, 'editor'),
    owner: await signInAs(app, db, 'admin'),
  }
  let asked = 0
  return fuzzing({
    name: 'routes',
    longestMs: longestAnswerMs,
    mostTries: 1,
    inputs: requestsTo(operations),
    async expectation(request) {
      asked += 1
      if (asked % tidyEvery === 0) await tidy(db)
      const { operation, asker, url, payload } = request
      // Who signs out here would be nobody from then on.
      const cookie = operation.path === api.signOut.path ? '' : cookies[asker]
      const answer = await app.inject({
        method: operation.method as 'GET',
        url,
        headers: { ...request.headers, ...(cookie && { cookie }) },
        ...(payload !== undefined && { payload }),
      })
      checkAnswer(request, answer)
    },
  })
}
