import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { Endpoint, Names, Whole } from '#/contracts/endpoints/endpoint.ts'
import { sentText } from '#/contracts/text.ts'

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

/** What a route can have beside its schemas. */
type Rest = Pick<RouteOptions, 'bodyLimit' | 'onRequest' | 'preValidation' | 'errorHandler'> & {
  /** The status of a success where it is neither 200 nor, without a body, 204. */
  status?: 201 | 202
}

type Schemas = {
  query?: z.ZodType
  body?: z.ZodType
  answer?: z.ZodType
  responses?: Record<number, z.ZodType>
}

/** What a route needs by the types of its row. */
type Options<Query, Body, Answer, BodySchema, AnswerSchema> = Rest & { query?: Query } & ([
    Body,
  ] extends [undefined]
    ? { body?: never }
    : { body: BodySchema }) &
  ([Answer] extends [undefined]
    ? { answer?: never; responses?: never }
    : [Answer] extends [Whole<unknown>]
      ? { answer?: never; responses: Record<number, z.ZodType> }
      : { answer: AnswerSchema; responses?: never })

/** A request, as its schemas have read it. */
type Served<Path extends string, Query, BodySchema> = FastifyRequest<{
  Params: { [Name in Names<Path> & Parameter]: z.output<(typeof parameters)[Name]> }
  Querystring: z.output<Query>
  Body: z.output<BodySchema>
}>

/** What a handler returns: what it returns beside no answer is not sent. */
type Returned<Answer> = [Answer] extends [undefined]
  ? unknown
  : [Answer] extends [Whole<infer Body>]
    ? Body | FastifyReply
    : Answer

/**
 * Adds the route of an endpoint. Its row has the path, who may use it and the action of the audit
 * log; `handler` returns what its answer has under `data`.
 */
export function serve<
  Path extends string,
  Body,
  Answer,
  BodySchema extends z.ZodType<unknown, Body>,
  AnswerSchema extends z.ZodType<unknown, Answer>,
  Query extends z.ZodType = z.ZodUnknown,
>(
  app: FastifyInstance,
  { method, path: url }: Endpoint<Path, Body, Answer>,
  options: Options<Query, Body, Answer, BodySchema, AnswerSchema>,
  handler: (
    request: Served<Path, Query, BodySchema>,
    reply: FastifyReply,
  ) => Returned<Answer> | Promise<Returned<Answer>>,
): void {
  const { query, body, answer, responses, ...rest } = options as Schemas & Rest
  const { status = answer ? 200 : 204, ...route } = rest
  app.route({
    ...route,
    method,
    url,
    schema: {
      ...parametersOf(url),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: responses ?? { [status]: answer ? z.object({ data: answer }) : z.null() },
    },
    async handler(request, reply) {
      const returned = await handler(request as Served<Path, Query, BodySchema>, reply)
      if (responses) return returned
      return reply.code(status).send(answer ? { data: returned } : null)
    },
  })
}

/** Sends a page of a list as text, because a check of a thousand rows against their schema is slow. */
export const sendPage = (
  reply: FastifyReply,
  page: { data: unknown[]; nextCursor: string | null },
): FastifyReply => reply.type('application/json; charset=utf-8').send(JSON.stringify(page))
