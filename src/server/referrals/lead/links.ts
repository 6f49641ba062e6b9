import { sql } from 'drizzle-orm'
import { requestPath } from '#/contracts/routes.ts'
import type { Database } from '#/server/db/database.ts'
import { hashLinkToken, makeLinkToken } from '#/server/http/link-tokens.ts'

/** Makes another link to the page of a lead's request, for a mail. Only its hash is stored. */
export function createLinkToRequest(db: Database, siteUrl: string) {
  return async (leadId: number): Promise<string> => {
    const token = makeLinkToken()
    await db.execute(sql`select add_request_link(${leadId}, ${hashLinkToken(token)})`)
    return siteUrl + requestPath(token)
  }
}
