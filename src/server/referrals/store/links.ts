import { and, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { contractorPagePath, offerPath, requestPath } from '#/contracts/token-routes.ts'
import { contractors, links, offers } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { hashLinkToken, makeLinkToken } from '../../http/link-tokens.ts'

/** The newest links of a page that are valid: each try of a mail makes one. */
const mostLinks = 20

const pathOf = { leadId: requestPath, offerId: offerPath, contractorId: contractorPagePath }

/** Whose page a link leads to: a lead's, an offer's or a contractor's. */
type LinkTo = keyof typeof pathOf

/** Stores the hash of a link. One that is stored already is the newest again. */
export async function storeLink(db: Database, to: LinkTo, id: number, tokenHash: string) {
  const createdAt = sql`clock_timestamp()`
  const isOf: SQL = eq(links[to], id)
  const old = db
    .select({ tokenHash: links.tokenHash })
    .from(links)
    .where(and(isOf, ne(links.tokenHash, tokenHash)))
    .orderBy(desc(links.createdAt), links.tokenHash)
    .offset(mostLinks - 1)
  const gone = db.$with('gone').as(db.delete(links).where(inArray(links.tokenHash, old)))
  await db
    .with(gone)
    .insert(links)
    .values({ tokenHash, [to]: id, createdAt })
    .onConflictDoUpdate({ target: links.tokenHash, set: { createdAt }, setWhere: isOf })
}

/** Returns the number of the lead, offer or contractor to whose page a link leads; undefined for a wrong one. */
export async function findByLink(db: Database, to: LinkTo, tokenHash: string) {
  const [row] = await db.select({ id: links[to] }).from(links).where(eq(links.tokenHash, tokenHash))
  return row?.id ?? undefined
}

/** Makes another link to a page. Only its hash is stored. */
export async function makeLink(db: Database, to: LinkTo, id: number, siteUrl: string) {
  const token = makeLinkToken()
  await storeLink(db, to, id, hashLinkToken(token))
  return siteUrl + pathOf[to](token)
}

/** Makes another link to a contractor's page for a mail; null for one who was removed, who has none any more. */
export async function linkToPage(db: Database, contractorId: number, siteUrl: string) {
  const isThere = and(eq(contractors.id, contractorId), isNull(contractors.removedAt))
  if ((await db.$count(contractors, isThere)) === 0) return null
  return makeLink(db, 'contractorId', contractorId, siteUrl)
}

/** Revokes all links to the page of a contractor, and to the offers that can be opened from there. */
export async function revokeLinks(tx: Transaction, contractorId: number): Promise<void> {
  await tx.delete(links).where(eq(links.contractorId, contractorId))
  const theirs = tx
    .select({ id: offers.id })
    .from(offers)
    .where(eq(offers.contractorId, contractorId))
  await tx.delete(links).where(inArray(links.offerId, theirs))
}
