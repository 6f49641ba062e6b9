import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { Endpoint, Names } from '#/contracts/endpoints/endpoint.ts'
import { sentText } from '../texts/texts.ts'

const number = z.coerce.number().int().positive()
const name = sentText().max(100)

/** What each parameter of an address must be. */
const parameters = {
  leadId: number,
  photoId: number,
  contractorId: number,
  offerId: number,
  ruleId: number,
  entryId: number,
  deliveryId: number,
  recipientId: number,
  webhookId: number,
  day: z.iso.date('Please choose a day.'),
  file: name,
  reviewId: name,
  userId: name,
  invitationId: name,
  sessionId: name,
  passkeyId: name.min(1),
}

type Parameter = keyof typeof parameters

/** Throws for a name that the table above does not have: the route would take anything. */
function parametersOf(path: string) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as Parameter)
  if (names.length === 0) return {}
  const shape = names.map((name) => {
    if (!parameters[name]) throw new Error(`${path} has a parameter without a schema: ${name}`)
    return [name, parameters[name]]
  })
  return { params: z.object(Object.fromEntries(shape)) }
}

/** What a route can have beside its row. */
type Options<Query, BodySchema> = Pick<
  RouteOptions,
  'bodyLimit' | 'onRequest' | 'preValidation' | 'errorHandler'
> & {
  query?: Query
  body?: BodySchema
  /** The status of a success where it is neither 200 nor, without an answer, 204. */
  status?: 201 | 202
}

/** A request, as its schemas have read it. */
type Served<Path extends string, Query, BodySchema> = FastifyRequest<{
  Params: { [Name in Names<Path> & Parameter]: z.output<(typeof parameters)[Name]> }
  Querystring: z.output<Query>
  Body: z.output<BodySchema>
}>

/** What is being sent, also to a client that has gone. */
const sent = new WeakSet<FastifyReply>()

/**
 * Adds the route of an endpoint. Its row has the path, who may use it and the action of the audit
 * log; `handler` returns what its answer has under `data`, or sends another response itself.
 */
export function serve<
  Path extends string,
  Body,
  Answer,
  BodySchema extends z.ZodType<unknown, Body>,
  Query extends z.ZodType = z.ZodUnknown,
>(
  app: FastifyInstance,
  { method, path: url }: Endpoint<Path, Body, Answer>,
  { query, body, status, ...route }: Options<Query, BodySchema>,
  handler: (
    request: Served<Path, Query, BodySchema>,
    reply: FastifyReply,
  ) => NoInfer<Answer> | FastifyReply | Promise<NoInfer<Answer> | FastifyReply>,
): void {
  app.route({
    ...route,
    method,
    url,
    schema: {
      ...parametersOf(url),
      ...(query && { querystring: query }),
      ...(body && { body }),
    },
    onSend(_request, reply, payload, done) {
      sent.add(reply)
      done(null, payload)
    },
    async handler(request, reply) {
      const data = await handler(request as Served<Path, Query, BodySchema>, reply)
      if (sent.has(reply)) return
      // Also to a client that has gone: the audit log gets its entry on the way.
      const isEmpty = data === undefined
      return reply.code(status ?? (isEmpty ? 204 : 200)).send(isEmpty ? null : { data })
    },
  })
}
