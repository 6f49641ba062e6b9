import { and, desc, eq, inArray, lt, ne, not, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { accountLinks, type LinkPurpose, users } from '../db/tables/schema.ts'
import { AppError } from '../http/errors.ts'
import { hashLinkToken, makeToken } from '../http/link-tokens.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * How long the secret of each purpose works, in milliseconds. Those with names of links are sent by
 * mail, or printed on the terminal; a browser holds the others in a cookie between two steps.
 */
export const linkLifetimes = {
  setup: 24 * hour,
  invitation: 7 * 24 * hour,
  'password-reset': hour / 2,
  'email-change': 24 * hour,
  /** The password was right, and a second factor is still to come. */
  'first-step': 10 * minute,
  /** A passkey was asked for, for a sign-in or a proof. A stranger can cause it. */
  passkey: 5 * minute,
  'new-passkey': 5 * minute,
} satisfies Record<LinkPurpose, number>

/** How many of the newest askings for a passkey are remembered. */
const mostAsked = 10_000

type Row = typeof accountLinks.$inferSelect

/**
 * Stores the right to do one thing once, and returns its token, which nothing else knows. A newer
 * invitation of an address, or new address of an account, replaces the older one. Not so a new
 * password, which a stranger can ask for too: the person who has the older link open must still get
 * in by it.
 */
export async function issueLink(
  tx: Database | Transaction,
  purpose: LinkPurpose,
  subject: Partial<Pick<Row, 'email' | 'userId' | 'role' | 'createdBy'>>,
): Promise<string> {
  const token = makeToken()
  const { email = '', userId } = subject
  if (purpose === 'email-change') {
    const isOlder = and(eq(accountLinks.purpose, purpose), eq(accountLinks.userId, userId ?? ''))
    await tx.delete(accountLinks).where(isOlder)
  }
  const expiresAt = new Date(Date.now() + linkLifetimes[purpose])
  const link = { ...subject, email, purpose, tokenHash: hashLinkToken(token), expiresAt }
  await tx
    .insert(accountLinks)
    .values(link)
    .onConflictDoUpdate({
      target: accountLinks.email,
      targetWhere: sql`${accountLinks.purpose} = 'invitation'`,
      set: { ...link, createdAt: sql`now()` },
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
  token = '',
): Promise<Row | undefined> {
  const [row] = await db.select().from(accountLinks).where(isLink(purpose, token))
  return row
}

/** Uses a link up: of several callers one gets it. Undefined if it is wrong, expired or used. */
export async function takeLink(
  tx: Database | Transaction,
  purpose: LinkPurpose,
  token = '',
): Promise<Row | undefined> {
  const [row] = await tx.delete(accountLinks).where(isLink(purpose, token)).returning()
  return row
}

/** The refusal of a link that does not work. */
export const linkIsOver = () =>
  new AppError(
    'not_allowed',
    'This link doesn’t work: it has expired, was used, or a newer one was sent. Ask for a new one.',
  )

/**
 * Uses a link with which a password is set up, in one transaction with what it is for. To hash is much work,
 * which only a right link may cause.
 */
export async function redeemLink<Done>(
  db: Database,
  purpose: LinkPurpose,
  { token, password }: { token: string; password: string },
  use: (tx: Transaction, link: Row, passwordHash: string) => Promise<Done>,
): Promise<Done> {
  if (!(await readLink(db, purpose, token))) throw linkIsOver()
  checkNewPassword(password)
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const link = await takeLink(tx, purpose, token)
    if (!link) throw linkIsOver()
    return use(tx, link, passwordHash)
  })
}

/**
 * Ends every link of an account: after a change of its password or email none must work any more. Whom
 * its person has invited stays invited.
 */
export async function endLinks(tx: Transaction, userId: string): Promise<void> {
  const isOwn = and(eq(accountLinks.userId, userId), ne(accountLinks.purpose, 'invitation'))
  await tx.delete(accountLinks).where(isOwn)
}

/** Deletes the links of an account that work no more, so that no later change revives them. */
export async function deleteEndedLinks(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(accountLinks).where(and(eq(accountLinks.userId, userId), not(isValidLink)))
}

/** Deletes links that work no more. The team's page shows invitations for a month after that. */
export async function deleteOldLinks(db: Database): Promise<void> {
  const { purpose, expiresAt, tokenHash, createdAt } = accountLinks
  const endedFor = (ms: number) => lt(expiresAt, new Date(Date.now() - ms))
  const tooMany = db
    .select({ tokenHash })
    .from(accountLinks)
    .where(eq(purpose, 'passkey'))
    .orderBy(desc(createdAt))
    .offset(mostAsked)
  const isOver = and(ne(purpose, 'invitation'), endedFor(0))
  await db.delete(accountLinks).where(or(endedFor(720 * hour), isOver, inArray(tokenHash, tooMany)))
}
