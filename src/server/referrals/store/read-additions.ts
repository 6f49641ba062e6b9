import { and, eq, inArray } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Additions } from '#/contracts/referrals/requests.ts'
import type { SaidPlace } from '#/contracts/site/towns.ts'
import { leadPhotos } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { idIn } from '../../http/token-pages.ts'
import type { WholeRequest } from './read-request.ts'

/** Returns the places that the visitor of a request has said, the newest last. */
export const placesIn = ({ events }: WholeRequest): SaidPlace[] =>
  events.flatMap((event) => (event.kind === 'place-said' ? event.said : null) ?? [])

/** Returns what the visitor of a request has added, as it counts now, with the photographs. */
export function additionsOf(read: WholeRequest): Additions {
  const { state, events, photos } = read
  const times = events.filter((event) => event.kind === 'call-time-said')
  const words = events.filter((event) => event.kind === 'word-added')
  const { end } = state
  return {
    place: placesIn(read).at(-1) ?? null,
    callTime: times.at(-1)?.text ?? null,
    words: words.map(({ id, text, at }) => ({ id, text, at: new Date(at).toISOString() })),
    photos: [...photos],
    withdrawnAt: end?.as === 'cancelled' ? new Date(end.at).toISOString() : null,
  }
}

/**
 * Sends the photograph whose number is in the address, large unless `size=small` is asked for. Throws
 * "not found" in these words where none of these leads has it.
 */
export async function sendPhoto(
  db: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  leadIds: readonly number[],
  missing: string,
) {
  const isSmall = (request.query as { size?: unknown }).size === 'small'
  const [row] = await db
    .select({ bytes: isSmall ? leadPhotos.thumbnail : leadPhotos.image })
    .from(leadPhotos)
    .where(and(inArray(leadPhotos.leadId, leadIds), eq(leadPhotos.id, idIn(request, 'photoId'))))
  if (!row) throw new AppError('not_found', missing)
  // Only those may keep it who may see it.
  return reply.header('cache-control', 'no-store').type('image/jpeg').send(row.bytes)
}
