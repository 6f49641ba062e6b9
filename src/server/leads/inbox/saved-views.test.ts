import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SavedView } from '#/contracts/leads/saved-views.ts'
import { mostSavedViews } from '#/contracts/limits.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { savedViews, users } from '#/server/db/tables/schema.ts'
import { buildTestApp, signInAs } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'

describeOnDatabase('saved views', (database) => {
  let app: FastifyInstance
  const cookies: string[] = []
  beforeAll(async () => {
    const { db } = database.handle()
    app = await buildTestApp(database.handle())
    for (const _ of [1, 2]) cookies.push(await signInAs(app, db, 'admin'))
  })
  afterAll(() => app.close())

  type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
  const ask = (method: Method, url: string, payload?: object, of = 0) =>
    app.inject({ method, url, headers: { cookie: cookies[of] ?? '' }, ...(payload && { payload }) })
  const save = (name: string, query = 'stage=new', of = 0) =>
    ask('POST', apiPaths.savedViews, { name, query }, of)
  const viewsOf = async (of = 0) =>
    (await ask('GET', apiPaths.savedViews, undefined, of)).json<{ data: SavedView[] }>().data
  const namesOf = async (of = 0) => (await viewsOf(of)).map(({ name }) => name)
  const idOf = async (name: string) => (await viewsOf()).find((view) => view.name === name)?.id ?? 0

  test('are each user’s own, by name, and one of the same name is replaced', async () => {
    await save('  stuck  ')
    await save('Emergencies', 'service=emergency-hvac&order=oldest')
    await save('stuck', 'stage=nobody-left&q=maria')
    expect(await viewsOf()).toMatchObject([
      { name: 'Emergencies', query: 'service=emergency-hvac&order=oldest' },
      { name: 'stuck', query: 'stage=nobody-left' },
    ])
    expect(await viewsOf(1)).toEqual([])
  })

  test('are renamed and removed by whoever has them, and by nobody else', async () => {
    const path = apiPaths.savedView.replace(':viewId', String(await idOf('stuck')))
    const foreign = await ask('PATCH', path, { name: 'Mine now' }, 1)
    expect(foreign.statusCode).toBe(404)
    await ask('DELETE', path, undefined, 1)
    const taken = await ask('PATCH', path, { name: 'Emergencies' })
    expect(taken.json()).toMatchObject({ code: 'conflict', fields: { name: expect.any(String) } })
    await ask('PATCH', path, { name: 'Nobody left' })
    expect(await namesOf()).toEqual(['Emergencies', 'Nobody left'])
    await ask('DELETE', path)
    expect(await namesOf()).toEqual(['Emergencies'])
  })

  test('are twenty at most, however many come at once, with names of forty characters', async () => {
    for (const name of ['', ' ', 'x'.repeat(41)]) {
      expect((await save(name)).json().fields).toHaveProperty('name')
    }
    expect((await save('x'.repeat(40))).statusCode).toBe(200)
    const answers = await Promise.all(Array.from({ length: 25 }, (_, at) => save(`View ${at}`)))
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(7)
    expect(await viewsOf()).toHaveLength(mostSavedViews)
    // One that is there can still be replaced.
    expect((await save('Emergencies')).statusCode).toBe(200)
  })

  test('go with their user', async () => {
    const { db } = database.handle()
    await save('Theirs', '', 1)
    const [view] = await db.select().from(savedViews).where(eq(savedViews.name, 'Theirs'))
    await db.delete(users).where(eq(users.id, view?.userId ?? ''))
    expect(await db.$count(savedViews)).toBe(mostSavedViews)
  })
})
