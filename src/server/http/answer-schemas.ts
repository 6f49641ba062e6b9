import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

/** Fastify as a plugin of routes with zod schemas gets it. */
export type App = Parameters<FastifyPluginAsyncZod>[0]

/** Answers 200 with `{data: …}`. */
export const dataOf = <Schema extends z.ZodType>(schema: Schema) => ({
  200: z.object({ data: schema }),
})

/** Answers 204. */
export const noBody = { 204: z.null() }

/** Sends a page of a list as text, because a check of a thousand rows against their schema is slow. */
export const sendPage = (
  reply: FastifyReply,
  page: { data: unknown[]; nextCursor: string | null },
) => reply.type('application/json; charset=utf-8').send(JSON.stringify(page)) as never
