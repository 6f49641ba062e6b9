import { and, asc, eq, inArray } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Additions } from '#/contracts/referrals/requests.ts'
import { leadEvents, leadPhotos, leads } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { idIn } from '../../http/token-pages.ts'
import type { Event, EventKind, EventOf } from '../events.ts'
import type { ReadRequest } from './read-request.ts'

/** An event with its number. */
export type ReadEvent = Event & { id: number }

/** Returns the event that a row holds. */
export const toEvent = ({
  id,
  kind,
  offerId,
  by,
  at,
  data,
}: typeof leadEvents.$inferSelect): ReadEvent =>
  ({ ...data, id, kind, offerId, by, at }) as ReadEvent

/** Reads the events of a lead of some kinds, or all, oldest first. */
export async function readEvents(
  db: Database | Transaction,
  leadId: number,
  kinds?: readonly EventKind[],
): Promise<ReadEvent[]> {
  const ofKinds = kinds && inArray(leadEvents.kind, [...kinds])
  const rows = await db
    .select()
    .from(leadEvents)
    .where(and(eq(leadEvents.leadId, leadId), ofKinds))
    .orderBy(asc(leadEvents.id))
  return rows.map(toEvent)
}

const ofKind = <Kind extends EventKind>(events: readonly ReadEvent[], kind: Kind) =>
  events.filter((event): event is ReadEvent & EventOf<Kind> => event.kind === kind)

/** What visitors add, as events. */
export const additionKinds = ['place-said', 'call-time-said', 'word-added'] as const

/** What the visitor of a request has added, as it counts now, with the photographs. */
export async function readAdditions(
  db: Database,
  { lead, state }: Pick<ReadRequest, 'lead' | 'state'>,
): Promise<Additions> {
  const [events, photos] = await Promise.all([
    readEvents(db, lead.id, additionKinds),
    listPhotos(db, lead.id),
  ])
  const place = ofKind(events, 'place-said').findLast(({ said }) => said !== null)?.said
  const texts = events.filter((event) => 'text' in event)
  const { end } = state
  return {
    place: (place ?? null) as Additions['place'],
    callTime: texts.findLast(({ kind }) => kind === 'call-time-said')?.text ?? null,
    words: texts
      .filter(({ kind }) => kind === 'word-added')
      .map(({ id, text, at }) => ({ id, text, at: new Date(at).toISOString() })),
    photos: photos.map((row) => ({ ...row, at: row.at.toISOString() })),
    withdrawnAt: end?.as === 'cancelled' ? new Date(end.at).toISOString() : null,
  }
}

/** The photographs of a lead, without their bytes, oldest first. */
const listPhotos = (db: Database, leadId: number) =>
  db
    .select({
      id: leadPhotos.id,
      width: leadPhotos.width,
      height: leadPhotos.height,
      at: leadPhotos.createdAt,
    })
    .from(leadPhotos)
    .where(eq(leadPhotos.leadId, leadId))
    .orderBy(asc(leadPhotos.id))

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
    .innerJoin(leads, eq(leads.id, leadPhotos.leadId))
    .where(and(inArray(leadPhotos.leadId, leadIds), eq(leadPhotos.id, idIn(request, 'photoId'))))
  if (!row) throw new AppError('not_found', missing)
  // Only those may keep it who may see it.
  return reply.header('cache-control', 'no-store').type('image/jpeg').send(row.bytes)
}
