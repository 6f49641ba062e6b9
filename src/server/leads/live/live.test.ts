import { sql } from 'drizzle-orm'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiPaths, teamMemberPath } from '#/contracts/routes.ts'
import { leadChanges } from '#/server/db/tables/schema.ts'
import { buildTestApp, signInAs, testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody, signedInUser } from '#tests/support/factories.ts'
import { createAuth } from '../../accounts/auth.ts'
import { sendError, unavailable } from '../../http/errors.ts'
import { createGuards, type ReadSession } from '../../http/sessions.ts'
import { announceLeads } from '../lead-changes.ts'
import { eventRoutes } from './event-routes.ts'
import { createLiveFeed, deleteOldChanges, type FeedEvent } from './live-feed.ts'
import type { StreamLimits } from './stream-count.ts'

type Heard = { id: string; event: string; data: Record<string, unknown> }

/** Listens as a browser does, until the server ends it. */
function listenTo(origin: string, cookie: string, lastId?: string) {
  const heard: Heard[] = []
  let beats = 0
  let isOver = false
  const stop = new AbortController()
  const ended = (async () => {
    const response = await fetch(origin + apiPaths.leadEvents, {
      headers: { cookie, ...(lastId !== undefined && { 'last-event-id': lastId }) },
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
        const fields = new Map(
          block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]),
        )
        const [id, event] = [fields.get('id'), fields.get('event')]
        if (id && event) heard.push({ id, event, data: JSON.parse(fields.get('data') ?? '') })
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
  let app: FastifyInstance
  let cookie: string
  let origin: string
  beforeAll(async () => {
    app = await buildTestApp(database.handle())
    cookie = await signInAs(app, database.handle().db, 'admin')
    origin = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => app.close())

  const send = (name: string) =>
    app.inject({ method: 'POST', url: apiPaths.contact, payload: contactBody({ name }) })
  /** The events alone, for sessions that are looked at every moment. */
  async function serveEvents(readSession: ReadSession, limits?: StreamLimits) {
    const small = Fastify({ forceCloseConnections: true })
    small.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
    const guards = createGuards(small, readSession)
    const deps = { database: database.handle(), guards, keepAliveMs: 20 }
    small.setErrorHandler(sendError)
    await small.register(eventRoutes({ ...deps, ...(limits && { limits }) }))
    return { origin: await small.listen({ port: 0 }), close: () => small.close() }
  }
  const namesIn = (heard: Heard[]) =>
    heard.flatMap(({ data }) => (data.lead as { name: string } | undefined)?.name ?? [])

  test('hears what comes and what changes, and misses nothing while it is away', async () => {
    const first = listenTo(origin, cookie)
    await expect.poll(() => first.heard.map(({ event }) => event)).toEqual(['ready'])
    await send('First')
    await expect.poll(() => namesIn(first.heard)).toEqual(['First'])
    expect(first.heard[1]?.data).toMatchObject({ isNew: true, lead: { isContacted: false } })
    first.stop()
    await first.ended

    await send('Second')
    const id = (first.heard[1]?.data.lead as { id: number } | undefined)?.id ?? 0
    await app.inject({
      method: 'PATCH',
      url: `/api/admin/leads/${id}/contact-status`,
      headers: { cookie },
      payload: { isContacted: true },
    })
    const again = listenTo(origin, cookie, first.heard.at(-1)?.id)
    await expect
      .poll(() => namesIn(again.heard))
      .toEqual(expect.arrayContaining(['First', 'Second']))
    const changed = again.heard.find(({ data }) => (data.lead as { id?: number })?.id === id)
    expect(changed?.data).toMatchObject({ lead: { isContacted: true } })
    await app.inject({
      method: 'POST',
      url: apiPaths.erasures,
      headers: { cookie },
      payload: { leadId: id, expectedLeads: 2 },
    })
    await expect
      .poll(() => again.heard.filter(({ event }) => event === 'removed'))
      .toMatchObject([{ data: {} }, { data: {} }])
    again.stop()
    await again.ended
  })

  test('is for admins', async () => {
    const { db } = database.handle()
    const editor = await signInAs(app, db, 'editor')
    for (const [header, status] of [
      ['', 401],
      [editor, 403],
    ] as const) {
      const answer = await fetch(origin + apiPaths.leadEvents, { headers: { cookie: header } })
      expect(answer.status).toBe(status)
      await answer.body?.cancel()
    }
  })

  test('ends soon after the session of who listens', async () => {
    const auth = await createAuth(database.handle().db, testConfig().site.url)
    const server = await serveEvents(auth.readSession)
    const inbox = listenTo(server.origin, cookie)
    await expect.poll(() => inbox.heard.length).toBe(1)
    await auth.signOut(cookie)
    await inbox.ended
    await server.close()
    cookie = await signInAs(app, database.handle().db, 'admin')
  })

  test('tells nobody of what comes after they have lost the right to see it', async () => {
    // This server looks at the session by itself every 15 seconds only.
    const own = await signInAs(app, database.handle().db, 'admin')
    const inbox = listenTo(origin, own)
    await expect.poll(() => inbox.heard.length).toBe(1)
    const me = await app.inject({ url: apiPaths.currentUser, headers: { cookie: own } })
    const { statusCode } = await app.inject({
      method: 'PATCH',
      url: teamMemberPath(me.json().data.id),
      headers: { cookie },
      payload: { role: 'editor' },
    })
    expect(statusCode).toBe(204)
    await send('Not for them')
    await inbox.ended
    expect(namesIn(inbox.heard)).toEqual([])
  })

  test('has room for so many of one user and of all, and says when there is none', async () => {
    const server = await serveEvents(async (name = '') => signedInUser({ id: name }), {
      user: 2,
      process: 3,
    })
    const open = async (user: string) => {
      const inbox = listenTo(server.origin, user)
      await expect.poll(() => inbox.heard.length).toBe(1)
      return inbox
    }
    const answerTo = async (user: string) => {
      const stop = new AbortController()
      const answer = await fetch(server.origin + apiPaths.leadEvents, {
        headers: { cookie: user },
        signal: stop.signal,
      })
      stop.abort()
      return [answer.status, answer.headers.get('retry-after')]
    }
    const inboxes = [await open('maria'), await open('maria')]
    expect(await answerTo('maria')).toEqual([503, '15'])
    inboxes.push(await open('paul'))
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
    const inbox = listenTo(server.origin, cookie)
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

  test('is told to fetch everything where too much was missed, or nobody knows how much', async () => {
    const { db, listen } = database.handle()
    const feed = createLiveFeed(db, listen)
    const [change] = await db
      .insert(leadChanges)
      .values({ leadId: 1, kind: 'changed' })
      .returning({ transactionId: leadChanges.transactionId })
    // Another database of the same server may have an older transaction open for a moment.
    let since = 0
    await expect
      .poll(async () => {
        const [ready] = await feed.catchUp(undefined)
        since = ready?.id ?? 0
        return since
      })
      .toBeGreaterThan(change?.transactionId ?? 0)
    const namesSince = async (id: number) => (await feed.catchUp(id)).map(({ name }) => name)
    expect((await namesSince(since))[0]).toBe('ready')
    expect(await namesSince(since + 1_000_000)).toEqual(['ready', 'resync'])
    await db.update(leadChanges).set({ createdAt: sql`now() - interval '2 days'` })
    await db.insert(leadChanges).values({ leadId: 2, kind: 'changed' })
    await deleteOldChanges(db)
    expect(await namesSince(1)).toEqual(['ready', 'resync'])
    expect((await namesSince(since)).slice(0, 2)).toEqual(['ready', 'removed'])
    await db
      .insert(leadChanges)
      .values(Array.from({ length: 1001 }, () => ({ leadId: 3, kind: 'changed' as const })))
    expect(await namesSince(since)).toEqual(['ready', 'resync'])
  })

  test('misses no change of transactions that end in another order than they began', async () => {
    const { db, listen } = database.handle()
    // Another database may hold the mark back: then these would be too much, and all is fetched anew.
    await db.delete(leadChanges)
    const feed = createLiveFeed(db, listen)
    await feed.start()
    const [ready] = await feed.catchUp(undefined)
    const live = new Set<number>()
    let lastId = ready?.id
    const resumed = new Set<number>()
    const note = (events: readonly FeedEvent[], into: Set<number>) => {
      for (const { data } of events) {
        const { leadId, lead } = data as { leadId?: number; lead?: { id: number } }
        into.add(lead?.id ?? leadId ?? 0)
      }
    }
    await feed.subscribe((events) => note(events, live))

    const expected: number[] = []
    const change = async (leadId: number) => {
      await db.transaction(async (tx) => {
        await announceLeads(tx, [leadId], 'changed')
        await tx.execute(sql`select pg_sleep(random() * 0.02)`)
        if (leadId % 7 === 0) throw new Error('on purpose')
        await tx.execute(sql`select 1`)
      })
      expected.push(leadId)
    }
    let isOver = false
    // A client whose connection breaks again and again.
    const client = (async () => {
      while (!isOver) {
        const events = await feed.catchUp(lastId)
        note(events, resumed)
        lastId = events.at(-1)?.id
      }
    })()
    const numbers = Array.from({ length: 60 }, (_, index) => 1_000_000 + index)
    const lanes = Array.from({ length: 6 }, async (_, lane) => {
      for (const number of numbers) {
        if (number % 6 === lane) await change(number).catch(() => {})
      }
    })
    await Promise.all(lanes)
    isOver = true
    await client
    note(await feed.catchUp(lastId), resumed)
    expect(expected.length).toBeGreaterThan(45)
    await expect.poll(() => expected.filter((id) => !live.has(id))).toEqual([])
    expect(expected.filter((id) => !resumed.has(id))).toEqual([])
  })

  test('ends at once when the server stops', async () => {
    const inbox = listenTo(origin, cookie)
    await expect.poll(() => inbox.heard.length).toBeGreaterThan(0)
    // An open inbox does not hold up the stop, and is ended rather than cut off.
    await app.close()
    await inbox.ended
    expect(app.server.listening).toBe(false)
  })
})
