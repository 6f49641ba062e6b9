import { PassThrough } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import { api } from '#/contracts/endpoints/api.ts'
import type { LeadEventName } from '#/contracts/leads/inbox.ts'
import type { DatabaseHandle } from '#/server/db/database.ts'
import type { Guards } from '#/server/http/sessions.ts'
import { serve } from '../../http/serve.ts'

/**
 * How often an open inbox gets a sign of life: proxies often close a connection that is silent for a
 * minute. A session that has ended loses its stream then.
 */
const usualKeepAliveMs = 15_000

const retryMs = 1_000

/** What the live inbox needs. */
type EventDeps = {
  database: Pick<DatabaseHandle, 'listen'>
  guards: Guards
  keepAliveMs?: number
}

const eventText = (name: LeadEventName) => `event: ${name}\ndata: {}\n\n`

/**
 * Writes to a stream that has not ended. Little piles up for a client that reads slowly: what it reads later
 * makes it look at all.
 */
function write(stream: PassThrough, text: string): void {
  if (stream.writable && !stream.writableNeedDrain) stream.write(text)
}

/** `GET /api/admin/leads/events`: tells open inboxes that leads have changed. Admins only. */
export function eventRoutes({
  database,
  guards,
  keepAliveMs = usualKeepAliveMs,
}: EventDeps): FastifyPluginAsync {
  return async (app) => {
    const streams = new Set<PassThrough>()
    const tellAll = () => {
      for (const stream of streams) write(stream, eventText('changed'))
    }
    await database.listen('leads_changed', { onMessage: tellAll, onRestored: tellAll })
    // In preClose, because after it the server waits for open responses, and these never end.
    app.addHook('preClose', async () => {
      for (const stream of streams) stream.end()
    })

    serve(app, api.leadEvents, {}, async (request, reply) => {
      const stream = new PassThrough()
      write(stream, `retry: ${retryMs}\n\n${eventText('ready')}`)
      const timer = setInterval(async () => {
        // A comment, so that proxies do not close the connection as idle.
        if (await guards.isStill(request, 'admin')) write(stream, ': beat\n\n')
        else stream.end()
      }, keepAliveMs)
      streams.add(stream)
      stream.once('close', () => {
        clearInterval(timer)
        streams.delete(stream)
      })
      reply.header('content-type', 'text/event-stream; charset=utf-8')
      // Asks proxies not to buffer the response.
      reply.header('x-accel-buffering', 'no')
      return reply.send(stream as never)
    })
  }
}
