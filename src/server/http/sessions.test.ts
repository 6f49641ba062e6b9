import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { signedInUser } from '#tests/support/factories.ts'
import { sendError, unavailable } from './errors.ts'
import { createGuards, type ReadSession, signedInAs } from './sessions.ts'

/** A server with a long request that only admins may make. */
async function serve(readSession: ReadSession) {
  const app = Fastify()
  app.setErrorHandler(sendError)
  const guards = createGuards(app, readSession)
  app.get(api.leads.path, async () => 'begun')
  app.get('/go-on', (request) => guards.isStill(request, 'admin'))
  const ask = async (url: string) => {
    const { statusCode, body } = await app.inject({ url, headers: { cookie: 'session=1' } })
    return statusCode === 200 ? body : statusCode
  }
  return { begin: () => ask(api.leads.path), goOn: () => ask('/go-on') }
}

test.each<[string, ReadSession, string | number, string]>([
  ['an admin', async () => signedInUser({ role: 'admin' }), 'begun', 'true'],
  ['an admin who was made an editor', async () => signedInUser({ role: 'editor' }), 403, 'false'],
  ['a user whose session has ended', async () => undefined, 401, 'false'],
])('%s may begin, and go on with what takes long, or not', async (_who, readSession, begun, on) => {
  const { begin, goOn } = await serve(readSession)
  expect([await begin(), await goOn()]).toEqual([begun, on])
})

test('while the database is away nobody can begin, and who has begun goes on', async () => {
  const { begin, goOn } = await serve(async (cookie) => {
    expect(cookie).toBe('session=1')
    throw unavailable()
  })
  expect([await begin(), await goOn()]).toEqual([503, 'true'])
})

test('who is refused reads why, and nothing of it is stored on the way', async () => {
  const app = Fastify()
  app.setErrorHandler(sendError)
  let session: Awaited<ReturnType<ReadSession>>
  createGuards(app, async () => session)
  app.get(api.leads.path, async (request) => signedInAs(request))
  app.get('/unguarded', async (request) => signedInAs(request))

  const unknown = await app.inject(api.leads.path)
  expect([unknown.statusCode, unknown.json().message]).toEqual([401, 'Please sign in.'])
  expect(unknown.headers['cache-control']).toBe('no-store')
  session = signedInUser({ role: 'editor' })
  expect((await app.inject(api.leads.path)).json()).toMatchObject({
    code: 'not_allowed',
    message: 'Your account can’t do this. Ask an admin.',
  })
  session = signedInUser({ name: 'Maria Ortiz' })
  expect((await app.inject(api.leads.path)).body).toBe('Maria Ortiz (owner@example.com)')
  expect((await app.inject('/unguarded')).statusCode).toBe(500)
})

test('only what a person does prolongs a session: pages and changes, not what a page reads', async () => {
  const app = Fastify()
  const byPerson: boolean[] = []
  const guards = createGuards(app, async (_cookie, isByPerson) => {
    byPerson.push(isByPerson)
    return signedInUser({ role: 'admin' })
  })
  const onRequest = guards.identify
  app.get('/', { onRequest }, async () => '')
  app.post(api.taps.path, { onRequest }, async () => '')
  app.get('/events', (request) => guards.isStill(request, 'admin'))
  await app.inject({ url: '/', headers: { accept: 'text/html,application/xhtml+xml' } })
  await app.inject({ method: 'POST', url: api.taps.path, headers: { accept: 'application/json' } })
  await app.inject({ url: '/', headers: { accept: '*/*' } })
  await app.inject({ url: '/' })
  await app.inject('/events')
  expect(byPerson).toEqual([true, true, false, false, false])
})
