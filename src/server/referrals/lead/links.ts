import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import { offerPath, requestPath } from '#/contracts/routes.ts'
import { offerLinks } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { hashLinkToken, makeLinkToken } from '../../http/link-tokens.ts'

/** Makes the function that makes another link to the page of a lead's request, for a mail. */
export function createLinkToRequest(db: Database, siteUrl: string) {
  return async (leadId: number): Promise<string> => {
    const token = makeLinkToken()
    await db.execute(sql`select add_request_link(${leadId}, ${hashLinkToken(token)})`)
    return siteUrl + requestPath(token)
  }
}

/** The newest links of an offer; each try of a mail makes one. */
const mostLinks = 20

/** Makes another link to the page of an offer. Only its hash is stored. */
export async function linkToOffer(db: Database, offerId: number, siteUrl: string): Promise<string> {
  const token = makeLinkToken()
  await db.insert(offerLinks).values({ tokenHash: hashLinkToken(token), offerId })
  const newest = db
    .select({ tokenHash: offerLinks.tokenHash })
    .from(offerLinks)
    .where(eq(offerLinks.offerId, offerId))
    .orderBy(desc(offerLinks.createdAt))
    .limit(mostLinks)
  await db
    .delete(offerLinks)
    .where(and(eq(offerLinks.offerId, offerId), notInArray(offerLinks.tokenHash, newest)))
  return siteUrl + offerPath(token)
}
