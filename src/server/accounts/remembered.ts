import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { verifications } from '../db/tables/schema.ts'

/** The SHA-256 of a token, which the database holds: a copy of the database signs nobody in. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** A token that nobody can guess: 256 random bits. */
export const makeToken = () => randomBytes(32).toString('base64url')

/** Remembers a value for some minutes, and returns the token that finds it again. */
export async function remember(
  db: Database,
  what: string,
  { value, seconds }: { value: string; seconds: number },
): Promise<string> {
  const token = makeToken()
  const expiresAt = new Date(Date.now() + seconds * 1000)
  const row = { id: hashToken(token), identifier: what, value, expiresAt }
  await db.insert(verifications).values(row)
  return token
}

const isRemembered = (what: string, token: string) =>
  and(
    eq(verifications.id, hashToken(token)),
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
