import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Additions } from '#/contracts/referrals/requests.ts'
import { soundsUrgent } from '#/contracts/referrals/urgent-words.ts'
import { elsewhere } from '#/contracts/site/towns.ts'
import { leadHistory, leadPhotos, leads, requestAdditions } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import type { ReferredLead } from './held-lead.ts'

/** An addition, as its row is. */
export type AdditionRow = typeof requestAdditions.$inferSelect

/** True for what is said of a request with one word or the other. */
export const isAboutNeed = ({ kind }: Pick<AdditionRow, 'kind'>) =>
  kind === 'withdrawn' || kind === 'wanted-again'

/** All that the visitor of a lead has added, oldest first. */
export const listAdditions = (db: Database | Transaction, leadId: number) =>
  db
    .select()
    .from(requestAdditions)
    .where(eq(requestAdditions.leadId, leadId))
    .orderBy(asc(requestAdditions.id))

/** Where the work is, as a row of that kind has it. */
const toPlace = ({ town, zip, address, text }: AdditionRow) => {
  return { town, zip, address, isElsewhere: text === elsewhere }
}

/** Where the visitor of a lead said that the work is, all of it, the newest last. */
export function placesIn(rows: readonly AdditionRow[]): string[] {
  return rows
    .filter(({ kind }) => kind === 'place')
    .flatMap(({ address, zip, town, text }) => [address, zip, town, text])
    .filter((said) => said !== null)
}

/**
 * True where what the visitor of an open lead wrote sounds as if it cannot wait, and neither they nor a
 * user has said whether it can.
 */
export async function asksIfUrgent(db: Database, lead: ReferredLead): Promise<boolean> {
  if (lead.isUrgent || lead.outcome === 'done' || lead.outcome === 'lost') return false
  const rows = await listAdditions(db, lead.id)
  const said = [lead.message, ...rows.filter(({ kind }) => kind === 'word').map(({ text }) => text)]
  if (!said.some((text) => soundsUrgent(text ?? ''))) return false
  const isAnswer = and(eq(leadHistory.leadId, lead.id), eq(leadHistory.kind, 'cannot-wait'))
  return (await db.$count(leadHistory, isAnswer)) === 0
}

/** True where a lead cannot wait because its visitor said so, and no user of the office has said it since. */
export async function visitorSaysUrgent(
  db: Database | Transaction,
  lead: Pick<ReferredLead, 'id' | 'cannotWait'>,
): Promise<boolean> {
  if (!lead.cannotWait) return false
  const [last] = await db
    .select({ actor: leadHistory.actor, detail: leadHistory.detail })
    .from(leadHistory)
    .where(and(eq(leadHistory.leadId, lead.id), eq(leadHistory.kind, 'cannot-wait')))
    .orderBy(desc(leadHistory.id))
    .limit(1)
  return last?.actor === null && last.detail === 'yes'
}

/** What the visitor of a lead has added, as it counts now, with the photographs. */
export async function readAdditions(db: Database, leadId: number): Promise<Additions> {
  const [rows, photos] = await Promise.all([listAdditions(db, leadId), listPhotos(db, leadId)])
  const place = rows.findLast(({ kind }) => kind === 'place')
  const need = rows.findLast(isAboutNeed)
  return {
    place: place ? toPlace(place) : null,
    callTime: rows.findLast(({ kind }) => kind === 'call-time')?.text ?? null,
    words: rows
      .filter(({ kind }) => kind === 'word')
      .map(({ id, text, createdAt }) => ({ id, text: text ?? '', at: createdAt.toISOString() })),
    photos: photos.map((row) => ({ ...row, at: row.at.toISOString() })),
    withdrawnAt: need?.kind === 'withdrawn' ? need.createdAt.toISOString() : null,
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

/** The number of a photograph in the address of a request; 0 for what is no number. */
export function photoIdOf({ params }: FastifyRequest): number {
  const { photoId } = params as { photoId: string | number }
  return /^\d{1,15}$/.test(String(photoId)) ? Number(photoId) : 0
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
    .innerJoin(leads, eq(leads.id, leadPhotos.leadId))
    .where(and(inArray(leadPhotos.leadId, leadIds), eq(leadPhotos.id, photoIdOf(request))))
  if (!row) throw new AppError('not_found', missing)
  // Only those may keep it who may see it.
  return reply.header('cache-control', 'no-store').type('image/jpeg').send(row.bytes)
}
