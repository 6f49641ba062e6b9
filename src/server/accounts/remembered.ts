import { and, eq, gt } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { verifications } from '../db/tables/schema.ts'
import { hashLinkToken, makeToken } from '../http/link-tokens.ts'

/**
 * What is remembered while a passkey is asked for a sign-in or a proof, which a stranger may cause
 * too.
 */
export const passkeyAsked = 'passkey'

/** Remembers a value for some minutes, and returns the token that finds it again. */
export async function remember(
  db: Database,
  what: string,
  { value, seconds }: { value: string; seconds: number },
): Promise<string> {
  const token = makeToken()
  const expiresAt = new Date(Date.now() + seconds * 1000)
  const row = { id: hashLinkToken(token), identifier: what, value, expiresAt }
  await db.insert(verifications).values(row)
  return token
}

const isRemembered = (what: string, token: string) =>
  and(
    eq(verifications.id, hashLinkToken(token)),
    eq(verifications.identifier, what),
    gt(verifications.expiresAt, new Date()),
  )

/** The value that was remembered; undefined for a wrong token, and once it is over. */
export async function readRemembered(
  db: Database,
  what: string,
  token = '',
): Promise<string | undefined> {
  const [row] = await db.select().from(verifications).where(isRemembered(what, token))
  return row?.value
}

/** Returns the value that was remembered, and forgets it: of several callers one gets it. */
export async function takeRemembered(
  db: Database,
  what: string,
  token = '',
): Promise<string | undefined> {
  const [row] = await db.delete(verifications).where(isRemembered(what, token)).returning()
  return row?.value
}
