import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import { api } from '#/contracts/endpoints/api.ts'
import type { LeadEventName } from '#/contracts/leads/inbox.ts'
import type { DatabaseHandle } from '#/server/db/database.ts'
import { AppError } from '#/server/http/errors.ts'
import { type Guards, signedInUser } from '#/server/http/sessions.ts'
import { serve } from '../../http/serve.ts'

/**
 * How often an open inbox gets a sign of life: proxies often close a connection that is silent for a
 * minute. A session that has ended loses its stream then.
 */
const usualKeepAliveMs = 15_000

const retryMs = 1_000

/** The most streams at once of one person's windows and devices, and of a staff. */
const most = { user: 20, process: 200 }

const tooMany = () =>
  new AppError('unavailable', 'The inbox is open in too many tabs. Please close one.', {
    retryAfterSeconds: 15,
  })

type EventDeps = {
  database: Pick<DatabaseHandle, 'listen'>
  guards: Guards
  keepAliveMs?: number
}

const eventText = (name: LeadEventName) => `event: ${name}\ndata: {}\n\n`

/** More bytes do not wait for a client that reads slowly: what it reads later makes it look at all. */
const mostWaiting = 1_024

/** The stream of one inbox. */
export function openStream() {
  const readable = new Readable({ read() {} })
  let isOver = false
  const write = (text: string) => {
    if (!isOver && readable.readableLength < mostWaiting) readable.push(text)
  }
  write(`retry: ${retryMs}\n\n${eventText('ready')}`)
  return {
    readable,
    tellChange: () => write(eventText('changed')),
    /** Sends a comment, so that proxies do not close the connection as idle. */
    keepAlive: () => write(': beat\n\n'),
    end() {
      isOver = true
      readable.push(null)
    },
  }
}

/** `GET /api/admin/leads/events`: tells open inboxes that leads have changed. Admins only. */
export function eventRoutes({
  database,
  guards,
  keepAliveMs = usualKeepAliveMs,
}: EventDeps): FastifyPluginAsync {
  return async (app) => {
    /** Each with whose it is. */
    const streams = new Map<ReturnType<typeof openStream>, string>()
    const tellAll = () => {
      for (const stream of streams.keys()) stream.tellChange()
    }
    await database.listen('leads_changed', { onMessage: tellAll, onRestored: tellAll })
    // In preClose, because after it the server waits for open responses, and these never end.
    app.addHook('preClose', async () => {
      for (const stream of streams.keys()) stream.end()
    })

    serve(
      app,
      api.leadEvents,
      {
        // Before the database is asked who it is.
        onRequest: async () => {
          if (streams.size >= most.process) throw tooMany()
        },
      },
      async (request, reply) => {
        const { id } = signedInUser(request)
        const ofUser = [...streams.values()].filter((user) => user === id)
        if (ofUser.length >= most.user || streams.size >= most.process) throw tooMany()
        const stream = openStream()
        const timer = setInterval(async () => {
          if (await guards.isStill(request, 'admin')) stream.keepAlive()
          else stream.end()
        }, keepAliveMs)
        streams.set(stream, id)
        stream.readable.once('close', () => {
          clearInterval(timer)
          streams.delete(stream)
        })
        reply.header('content-type', 'text/event-stream; charset=utf-8')
        // Asks proxies not to buffer the response.
        reply.header('x-accel-buffering', 'no')
        return reply.send(stream.readable as never)
      },
    )
  }
}
