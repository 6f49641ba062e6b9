import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { contractorPagePath, offerPath, requestPath } from '#/contracts/routes.ts'
import { contractorLinks, contractors, offerLinks, offers } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { hashLinkToken, makeLinkToken } from '../../http/link-tokens.ts'

/** Makes the function that makes another link to the page of a lead's request, for a mail. */
export function createLinkToRequest(db: Database, siteUrl: string) {
  return async (leadId: number): Promise<string> => {
    const token = makeLinkToken()
    await db.execute(sql`select add_request_link(${leadId}, ${hashLinkToken(token)})`)
    return siteUrl + requestPath(token)
  }
}

/** The newest links of an offer, and of a contractor's page; each try of a mail makes one. */
const mostLinks = 20

/** The tables of links, and whose they are. */
const ownerOf = {
  offer: { links: offerLinks, owner: offerLinks.offerId },
  contractor: { links: contractorLinks, owner: contractorLinks.contractorId },
} as const

/** Stores the hash of a link. One that is stored already is the newest again. */
async function storeLink(
  db: Database,
  kind: keyof typeof ownerOf,
  id: number,
  token: string,
): Promise<void> {
  const { links, owner } = ownerOf[kind]
  await db.execute(sql`
    insert into ${links} (token_hash, ${sql.identifier(owner.name)})
    values (${hashLinkToken(token)}, ${id})
    on conflict (token_hash) do update set created_at = now()`)
  await db.execute(sql`
    delete from ${links} where ${owner} = ${id} and token_hash not in (
      select token_hash from ${links} where ${owner} = ${id}
      order by created_at desc limit ${mostLinks}
    )`)
}

/** Makes another link to the page of an offer. Only its hash is stored. */
export async function linkToOffer(
  db: Database,
  offerId: number,
  siteUrl: string,
  token = makeLinkToken(),
): Promise<string> {
  await storeLink(db, 'offer', offerId, token)
  return siteUrl + offerPath(token)
}

/** Makes another link to the page of a contractor, for a mail. Only its hash is stored. */
export async function linkToContractor(
  db: Database,
  contractorId: number,
  siteUrl: string,
): Promise<string> {
  const token = makeLinkToken()
  await storeLink(db, 'contractor', contractorId, token)
  return siteUrl + contractorPagePath(token)
}

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
  await tx.delete(contractorLinks).where(eq(contractorLinks.contractorId, contractorId))
  await tx
    .delete(offerLinks)
    .where(
      inArray(
        offerLinks.offerId,
        tx.select({ id: offers.id }).from(offers).where(eq(offers.contractorId, contractorId)),
      ),
    )
}
