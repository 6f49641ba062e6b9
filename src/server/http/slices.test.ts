import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { apiPaths } from '#/contracts/routes.ts'
import { buildTestApp, signInAs } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'

const count = 350

/** A slice, and one row more that says whether there is another. */
const mostRows = 101

/** The most rows that were read or written until other requests could be served. Each row has a time. */
async function mostWithoutPause(work: () => Promise<unknown>): Promise<number> {
  const written = { read: 0, json: 0 }
  let most = 0
  let isOver = false
  const { toISOString } = Date.prototype
  const { stringify } = JSON
  const iso = vi.spyOn(Date.prototype, 'toISOString').mockImplementation(function (this: Date) {
    written.read += 1
    return toISOString.call(this)
  })
  const json = vi.spyOn(JSON, 'stringify').mockImplementation((value, ...more) => {
    const rows = value?.data?.length ?? ('id' in Object(value) ? 1 : 0)
    written.json += rows
    return stringify(value, ...(more as []))
  })
  function pause() {
    most = Math.max(most, written.read, written.json)
    written.read = 0
    written.json = 0
    if (!isOver) setImmediate(pause)
  }
  pause()
  try {
    await work()
  } finally {
    isOver = true
    pause()
    iso.mockRestore()
    json.mockRestore()
  }
  return most
}

describeOnDatabase('a long list', (database) => {
  let app: FastifyInstance
  let cookie: string
  beforeAll(async () => {
    const { db } = database.handle()
    app = await buildTestApp(database.handle())
    cookie = await signInAs(app, db, 'admin')
    await db.execute(sql`
      insert into leads (submission_id, content_hash, name, email, phone, phone_as_typed, service, source)
      select n, n, 'Lead ' || n, 'a@b.example', '3865550123', '', 'ac-repair', 'direct'
      from generate_series(1, ${count}) n`)
    await db.execute(sql`
      insert into audit_entries (who, action, outcome, subject)
      select 'somebody', 'lead.export', 'done', 'Lead ' || n from generate_series(1, ${count}) n`)
  })
  afterAll(() => app.close())

  test.each([
    ['all leads', apiPaths.leads],
    ['a page of leads', `${apiPaths.leads}?limit=1000`],
    ['a page of an export', `${apiPaths.leadExport}?limit=300`],
    ['what a search finds', `${apiPaths.leads}?q=lead&limit=1000`],
    ['the audit log', `${apiPaths.auditExport}?q=lead&limit=1000`],
  ])('keeps others waiting for a part of it at most: %s', async (_, url) => {
    const get = (path: string) => app.inject({ url: path, headers: { cookie } })
    let names: string[] = []
    const most = await mostWithoutPause(async () => {
      for (let cursor = ''; ; ) {
        const answer = await get(url + cursor)
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
        const { data, nextCursor } = answer.json()
        names = names.concat(
          data.map((row: { name?: string; subject?: string }) => row.name ?? row.subject),
        )
        if (!nextCursor) return
        cursor = `&cursor=${nextCursor}`
      }
    })
    expect(new Set(names).size).toBe(count)
    expect(names).toHaveLength(count)
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(mostRows)
  })
})
