import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { contractorPagePath, offerPath, requestPath } from '#/contracts/token-routes.ts'
import { contractors, links, offers } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { hashLinkToken, makeLinkToken } from '../../http/link-tokens.ts'

/** The newest links of a page that are valid: each try of a mail makes one. */
const mostLinks = 20

/** Whose page a link leads to. */
type LinkTarget = { leadId: number } | { offerId: number } | { contractorId: number }

const isOf = (target: LinkTarget): SQL => {
  if ('leadId' in target) return eq(links.leadId, target.leadId)
  return 'offerId' in target
    ? eq(links.offerId, target.offerId)
    : eq(links.contractorId, target.contractorId)
}

/** Stores the hash of a link. One that is stored already is the newest again. */
export async function storeLink(
  db: Database | Transaction,
  target: LinkTarget,
  tokenHash: string,
): Promise<void> {
  const createdAt = sql`clock_timestamp()`
  await db
    .insert(links)
    .values({ tokenHash, ...target, createdAt })
    .onConflictDoUpdate({ target: links.tokenHash, set: { createdAt }, setWhere: isOf(target) })
  await db.execute(sql`
    delete from ${links} where ${isOf(target)} and token_hash not in (
      select token_hash from ${links} where ${isOf(target)}
      order by created_at desc, token_hash limit ${mostLinks}
    )`)
}

/** Returns the number of the lead, offer or contractor to whose page a link leads; undefined for a wrong one. */
export async function findByLink(
  db: Database | Transaction,
  to: 'leadId' | 'offerId' | 'contractorId',
  tokenHash: string,
): Promise<number | undefined> {
  const [row] = await db.select({ id: links[to] }).from(links).where(eq(links.tokenHash, tokenHash))
  return row?.id ?? undefined
}

/** Makes another link to a page. Only its hash is stored. */
async function makeLink(
  db: Database,
  target: LinkTarget,
  toUrl: (token: string) => string,
  token = makeLinkToken(),
): Promise<string> {
  await storeLink(db, target, hashLinkToken(token))
  return toUrl(token)
}

/** Makes the function that makes another link to the page of a lead's request, for a mail. */
export const createLinkToRequest = (db: Database, siteUrl: string) => (leadId: number) =>
  makeLink(db, { leadId }, (token) => siteUrl + requestPath(token))

/** Makes another link to the page of an offer. */
export const linkToOffer = (db: Database, offerId: number, siteUrl: string, token?: string) =>
  makeLink(db, { offerId }, (made) => siteUrl + offerPath(made), token)

/** Makes another link to the page of a contractor, for a mail. */
export const linkToContractor = (db: Database, contractorId: number, siteUrl: string) =>
  makeLink(db, { contractorId }, (token) => siteUrl + contractorPagePath(token))

/** The same for every mail to a contractor: null for one who was removed, who has no page any more. */
export async function linkToPage(
  db: Database,
  contractorId: number,
  siteUrl: string,
): Promise<string | null> {
  const isThere = and(eq(contractors.id, contractorId), isNull(contractors.removedAt))
  if ((await db.$count(contractors, isThere)) === 0) return null
  return linkToContractor(db, contractorId, siteUrl)
}

/** Revokes all links to the page of a contractor, and to the offers that can be opened from there. */
export async function revokeLinks(tx: Transaction, contractorId: number): Promise<void> {
  await tx.delete(links).where(isOf({ contractorId }))
  const theirs = tx
    .select({ id: offers.id })
    .from(offers)
    .where(eq(offers.contractorId, contractorId))
  await tx.delete(links).where(inArray(links.offerId, theirs))
}
