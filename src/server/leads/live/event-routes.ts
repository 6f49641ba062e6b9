import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { apiPaths } from '#/contracts/routes.ts'
import type { DatabaseHandle } from '../../db/database.ts'
import { type Guards, signedInUser } from '../../http/sessions.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import { createLiveFeed, type FeedEvent } from './live-feed.ts'
import { createStreamCount, type StreamLimits } from './stream-count.ts'

/** Proxies often close a connection that is silent for a minute. A session that has ended is noticed then too. */
const usualKeepAliveMs = 15_000

const retryMs = 1_000

/** One person's windows and devices; a staff. */
const usualLimits: StreamLimits = { user: 20, process: 200 }

/** What the live inbox needs. */
export type EventDeps = {
  database: DatabaseHandle
  guards: Guards
  keepAliveMs?: number
  limits?: StreamLimits
}

/** `GET /api/admin/leads/events`: changes of leads as server-sent events. Admins only. */
export function eventRoutes({
  database,
  guards,
  keepAliveMs = usualKeepAliveMs,
  limits = usualLimits,
}: EventDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const feed = createLiveFeed(database.db, database.listen)
    const streams = new Set<EventStream>()
    const count = createStreamCount(limits)
    await feed.start()
    // In preClose, because after it the server waits for open answers, and these never end.
    app.addHook('preClose', async () => {
      feed.stop()
      for (const stream of streams) stream.end()
    })

    app.get(
      apiPaths.leadEvents,
      {
        onRequest: async () => count.assertRoom(),
        schema: { response: { 200: z.string().describe('Server-sent events.') } },
      },
      async (request, reply) => {
        const release = count.take(signedInUser(request).id)
        const stream = openEventStream(retryMs)
        // Subscribed before it reads what was missed: events in between may come twice, but not never.
        const early: FeedEvent[] = []
        let deliver = (events: readonly FeedEvent[]): void => {
          early.push(...events)
        }
        const unsubscribe = await feed
          .subscribe((events) => deliver(events))
          .catch((error: unknown) => {
            release()
            throw error
          })
        const keepAliveTimer = setInterval(async () => {
          if (await guards.isStill(request, 'admin')) stream.keepAlive()
          else stream.end()
        }, keepAliveMs)
        streams.add(stream)
        stream.readable.once('close', () => {
          release()
          unsubscribe()
          clearInterval(keepAliveTimer)
          streams.delete(stream)
        })
        try {
          const lastId = Number(request.headers['last-event-id'] ?? Number.NaN)
          stream.send(await feed.catchUp(Number.isSafeInteger(lastId) ? lastId : undefined))
        } catch (error) {
          stream.readable.destroy()
          throw error
        }
        stream.send(early)
        let sending = Promise.resolve()
        // Asked before each: whoever may see leads no longer gets none that comes after that.
        deliver = (events) => {
          sending = sending.then(async () => {
            if (await guards.isStill(request, 'admin')) stream.send(events)
            else stream.end()
          })
        }
        reply.header('content-type', 'text/event-stream; charset=utf-8')
        // Asks proxies not to buffer the answer.
        reply.header('x-accel-buffering', 'no')
        return reply.send(stream.readable as never)
      },
    )
  }
}
