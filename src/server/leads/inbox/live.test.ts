import { once } from 'node:events'
import Fastify from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { createAuth } from '#/server/accounts/auth.ts'
import type { DatabaseHandle, Listen, Listener } from '#/server/db/database.ts'
import { sendError, unavailable } from '#/server/http/errors.ts'
import { createGuards, type ReadSession } from '#/server/http/sessions.ts'
import { applyTo } from '#/server/referrals/store/apply.ts'
import { signInAs, testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody, signedInUser } from '#tests/support/factories.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { eventRoutes, openStream } from './event-routes.ts'

/** Listens as a browser does, until the server ends it. */
function listenTo(origin: string, cookie: string) {
  const heard: string[] = []
  let beats = 0
  let isOver = false
  const stop = new AbortController()
  const ended = (async () => {
    const response = await fetch(origin + api.leadEvents.path, {
      headers: { cookie },
      signal: stop.signal,
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        if (block === ': beat') beats += 1
        const [, name] = /^event: (\w+)\ndata: \{\}$/m.exec(block) ?? []
        if (name) heard.push(name)
      }
    }
  })()
    .catch((error: Error) => {
      if (error.name !== 'AbortError') throw error
    })
    .finally(() => (isOver = true))
  return { heard, ended, stop: () => stop.abort(), beats: () => beats, isOver: () => isOver }
}

describeOnDatabase('the live inbox', (database) => {
  const { app, ask, cookie, db, port } = adminSite(database, { listens: true })
  const origin = () => `http://127.0.0.1:${port()}`
  const send = (name: string, other: object = {}) =>
    app().inject({
      method: 'POST',
      url: api.contact.path,
      payload: contactBody({ name, ...other }),
    })
  /** The events alone, for sessions that are looked at every moment. */
  async function serveEvents(
    readSession: ReadSession,
    signals: Pick<DatabaseHandle, 'listen'> = database.handle(),
    keepAliveMs = 20,
  ) {
    const small = Fastify({ forceCloseConnections: true })
    small.setValidatorCompiler(validatorCompiler)
    const guards = createGuards(small, readSession)
    small.setErrorHandler(sendError)
    await small.register(eventRoutes({ database: signals, guards, keepAliveMs }))
    return { origin: await small.listen({ port: 0 }), close: () => small.close() }
  }

  test('hears of every change at once, whoever makes it', { tags: 'slow' }, async () => {
    const inbox = listenTo(origin(), cookie())
    await expect.poll(() => inbox.heard).toEqual(['ready'])
    await send('First')
    await expect.poll(() => inbox.heard.length).toBe(2)
    await send('Second', { email: 'second@example.com', phone: '(386) 555-0199' })
    await expect.poll(() => inbox.heard.length).toBe(3)
    const [second, lead] = (await ask('GET', api.leads.path)).data
    const of = (path: string) => `${api.leads.path}/${lead.id}/${path}`
    const changes: Record<string, () => Promise<unknown>> = {
      status: () => ask('PATCH', of('contact-status'), { isContacted: true }),
      note: () => ask('POST', of('notes'), { text: 'Called' }),
      quarantine: () => ask('POST', of('quarantine')),
      other: () => applyTo(db(), lead.id, { do: 'note', what: 'photo-removed', by: 'visitor' }),
      erasure: () => ask('POST', api.erase.path, { leadId: second.id, expectedLeads: 1 }),
      // Last, for what is done with a lead by itself may follow.
      release: () => ask('POST', of('release')),
    }
    for (const [name, make] of Object.entries(changes)) {
      const before = inbox.heard.length
      const made = await make()
      if (made instanceof Object && 'status' in made) expect(made.status, name).toBeLessThan(300)
      await expect.poll(() => [name, inbox.heard[before]]).toEqual([name, 'changed'])
    }
    inbox.stop()
    await inbox.ended
  })

  test('ends soon after the session of who listens', async () => {
    const auth = await createAuth(db(), testConfig().site.url)
    const server = await serveEvents(auth.readSession)
    const own = await signInAs(app(), db(), 'admin')
    const inbox = listenTo(server.origin, own)
    await expect.poll(() => inbox.heard.length).toBe(1)
    await app().inject({ method: 'POST', url: api.signOut.path, headers: { cookie: own } })
    await inbox.ended
    await server.close()
  })

  test('has room for 20 of one user and 200 of all, and says when there is none', async () => {
    const readSession = async (name = '') => signedInUser({ id: name })
    const server = await serveEvents(readSession, database.handle(), 60_000)
    const inboxes: ReturnType<typeof listenTo>[] = []
    const openFor = async (user: string) => {
      const opened = Array.from({ length: 20 }, () => listenTo(server.origin, user))
      inboxes.push(...opened)
      await expect.poll(() => opened.every(({ heard }) => heard.length === 1)).toBe(true)
    }
    const answerTo = async (user: string) => {
      const stop = new AbortController()
      const answer = await fetch(server.origin + api.leadEvents.path, {
        headers: { cookie: user },
        signal: stop.signal,
      })
      stop.abort()
      return [answer.status, answer.headers.get('retry-after')]
    }
    await openFor('maria')
    expect(await answerTo('maria')).toEqual([503, '15'])
    for (let user = 1; user < 10; user += 1) await openFor(`user ${user}`)
    expect(await answerTo('anna')).toEqual([503, '15'])
    for (const inbox of inboxes) inbox.stop()
    await Promise.all(inboxes.map(({ ended }) => ended))
    await expect.poll(() => answerTo('maria')).toEqual([200, null])
    await server.close()
  })

  test('stays while the database is away, and ends if the session has ended in the meantime', async () => {
    let isAway = false
    let isSignedIn = true
    const server = await serveEvents(async () => {
      if (isAway) throw unavailable()
      return isSignedIn ? signedInUser() : undefined
    })
    const inbox = listenTo(server.origin, cookie())
    await expect.poll(() => inbox.heard.length).toBe(1)
    isAway = true
    isSignedIn = false
    const beatsBefore = inbox.beats()
    await expect.poll(() => inbox.isOver() || inbox.beats() > beatsBefore + 2).toBe(true)
    expect(inbox.isOver()).toBe(false)
    isAway = false
    await inbox.ended
    await server.close()
  })

  test('is told to fetch everything once signals arrive again', async () => {
    let listener: Listener | undefined
    const listen: Listen = async (_channel, heard) => {
      listener = heard
    }
    const server = await serveEvents(async () => signedInUser(), { listen })
    const inbox = listenTo(server.origin, cookie())
    await expect.poll(() => inbox.heard).toEqual(['ready'])
    listener?.onRestored?.()
    await expect.poll(() => inbox.heard).toEqual(['ready', 'changed'])
    inbox.stop()
    await inbox.ended
    await server.close()
  })

  test('ends at once when the server stops', async () => {
    const inbox = listenTo(origin(), cookie())
    await expect.poll(() => inbox.heard.length).toBeGreaterThan(0)
    // An open inbox does not hold up the stop, and is ended rather than cut off.
    await app().close()
    await inbox.ended
    expect(app().server.listening).toBe(false)
  })
})

test('for a client that does not read little piles up, and the last of it says that there are changes', async () => {
  const { readable, tellChange, keepAlive, end } = openStream()
  for (let beat = 0; beat < 10; beat += 1) keepAlive()
  for (let change = 0; change < 10_000; change += 1) tellChange()
  expect(readable.readableLength).toBeLessThan(2_000)
  let text = ''
  readable.on('data', (chunk) => {
    text += chunk
  })
  await expect.poll(() => text).toMatch(/event: changed\ndata: \{\}\n\n$/)
  // One that reads hears of the next change, too; one that was ended of none.
  const before = text.length
  tellChange()
  await expect.poll(() => text.length).toBeGreaterThan(before)
  const after = text.length
  end()
  tellChange()
  keepAlive()
  await once(readable, 'end')
  expect(text).toHaveLength(after)
})
