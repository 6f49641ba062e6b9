import { and, eq, lt, ne, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { accountLinks, setupLinks, users } from '../db/tables/schema.ts'
import { hashLinkToken, makeToken } from '../http/link-tokens.ts'

const hour = 3600_000

/** How long the link of each purpose works, in milliseconds. */
const lifetimes = {
  invitation: 7 * 24 * hour,
  'password-reset': hour / 2,
  'email-change': 24 * hour,
} as const

/** What a link from a mail is for. */
export type LinkPurpose = keyof typeof lifetimes

type Row = typeof accountLinks.$inferSelect

/** What a link of a purpose is about. */
export type LinkSubject = Pick<Row, 'email' | 'userId'> & Partial<Pick<Row, 'role' | 'createdBy'>>

/**
 * Stores a link and returns its token, which nothing else knows. A newer link for the same account,
 * or the same invited address, replaces the older one. Not so for a new password, which a stranger can
 * ask for too: the person who has the older link open must still get in by it.
 */
export async function issueLink(
  tx: Transaction,
  purpose: LinkPurpose,
  subject: LinkSubject,
): Promise<string> {
  const token = makeToken()
  const isSame =
    purpose === 'invitation'
      ? eq(accountLinks.email, subject.email)
      : eq(accountLinks.userId, subject.userId ?? '')
  if (purpose !== 'password-reset') {
    await tx.delete(accountLinks).where(and(eq(accountLinks.purpose, purpose), isSame))
  }
  const expiresAt = new Date(Date.now() + lifetimes[purpose])
  const link = { ...subject, purpose, tokenHash: hashLinkToken(token), expiresAt }
  await tx
    .insert(accountLinks)
    .values(link)
    // Two admins may invite the same person at the same moment: the later one counts.
    .onConflictDoUpdate({
      target: accountLinks.email,
      targetWhere: sql`${accountLinks.purpose} = 'invitation'`,
      set: link,
    })
  return token
}

/**
 * True of a link that works: it has not expired, and its person is not disabled. A person who invites
 * must still be an admin. Links of a removed account go with it.
 */
export const isValidLink = sql<boolean>`(${accountLinks.expiresAt} > now() and (
  ${accountLinks.userId} is null or exists (
    select from ${users} where ${users.id} = ${accountLinks.userId} and ${users.disabledAt} is null
      and (${accountLinks.purpose} <> 'invitation' or ${users.role} = 'admin'))))`

const isLink = (purpose: LinkPurpose, token: string) =>
  and(
    eq(accountLinks.tokenHash, hashLinkToken(token)),
    eq(accountLinks.purpose, purpose),
    isValidLink,
  )

/** What a link is about that still works. */
export async function readLink(
  db: Database,
  purpose: LinkPurpose,
  token: string,
): Promise<Row | undefined> {
  const [row] = await db.select().from(accountLinks).where(isLink(purpose, token))
  return row
}

/** Uses a link up. Undefined if it is wrong, expired or used. */
export async function takeLink(
  tx: Transaction,
  purpose: LinkPurpose,
  token: string,
): Promise<Row | undefined> {
  const [row] = await tx.delete(accountLinks).where(isLink(purpose, token)).returning()
  return row
}

/**
 * Ends every link of an account: after a change of its password or email none must work any more. Whom
 * its person has invited stays invited.
 */
export async function endLinks(tx: Transaction, userId: string): Promise<void> {
  const isOwn = and(eq(accountLinks.userId, userId), ne(accountLinks.purpose, 'invitation'))
  await tx.delete(accountLinks).where(isOwn)
}

/** Deletes links that work no more. The team's page shows invitations for a month after that. */
export async function deleteOldLinks(db: Database): Promise<void> {
  const endedFor = (ms: number) => lt(accountLinks.expiresAt, new Date(Date.now() - ms))
  await db
    .delete(accountLinks)
    .where(or(endedFor(720 * hour), and(ne(accountLinks.purpose, 'invitation'), endedFor(0))))
  await db.delete(setupLinks).where(lt(setupLinks.expiresAt, new Date()))
}
