import { and, asc, eq, ne } from 'drizzle-orm'
import type { Passkey, SecondStepWay } from '#/contracts/accounts/accounts.ts'
import type { Database, Transaction } from '../db/database.ts'
import { encrypt } from '../db/secrets.ts'
import { readSetting } from '../db/settings.ts'
import { passkeys, sessions, twoFactors, users } from '../db/tables/schema.ts'
import { AppError } from '../http/errors.ts'
import { endSessions } from './account-sessions.ts'
import { makeRecoveryCodes, storedCodes } from './codes.ts'

/** The second factors of a person. */
export type Factors = Awaited<ReturnType<typeof readFactors>>

/** True with an app or a passkey; recovery codes stand in for those. */
export function hasFactor({ hasApp, passkeys: keys }: Factors): boolean {
  return hasApp || keys.length > 0
}

/** How the person with these factors can take the second step of a sign-in. */
export function waysOf({ hasApp, recoveryCodesLeft, passkeys }: Factors): SecondStepWay[] {
  return [
    ...(hasApp ? (['app'] as const) : []),
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(recoveryCodesLeft > 0 ? (['recovery-code'] as const) : []),
  ]
}

/** Reads the second factors of a user, the oldest passkey first. */
export async function readFactors(db: Database | Transaction, userId: string) {
  const [row] = await db.select().from(twoFactors).where(eq(twoFactors.userId, userId))
  const keys = await db
    .select({ id: passkeys.id, name: passkeys.name, createdAt: passkeys.createdAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
  return {
    hasApp: row?.verified ?? false,
    recoveryCodesLeft: row ? (JSON.parse(row.backupCodes) as string[]).length : 0,
    passkeys: keys.map(
      ({ id, name, createdAt }): Passkey => ({
        id,
        name: name ?? 'Passkey',
        createdAt: createdAt.toISOString(),
      }),
    ),
  }
}

/** Changes the row of a user, or makes it. */
async function store(
  db: Database | Transaction,
  userId: string,
  changed: Partial<Pick<typeof twoFactors.$inferInsert, 'secret' | 'backupCodes' | 'verified'>>,
): Promise<void> {
  await db
    .insert(twoFactors)
    .values({ id: crypto.randomUUID(), userId, secret: '', backupCodes: '[]', ...changed })
    .onConflictDoUpdate({ target: twoFactors.userId, set: changed })
}

/** Stores the key of an app that is being set up. Its first code is yet to come. */
export async function storeAppKey(db: Database, userId: string, key: string): Promise<void> {
  await store(db, userId, { secret: await encrypt(db, key), verified: false })
}

/** Makes recovery codes in place of those from before, and returns them: only their hashes are stored. */
export async function renewRecoveryCodes(db: Database, userId: string): Promise<string[]> {
  const codes = makeRecoveryCodes()
  await store(db, userId, { backupCodes: storedCodes(codes) })
  return codes
}

/** Changes of one user's factors wait for each other, so that each sees what the other left. */
const lockUser = (tx: Transaction, userId: string) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')

/**
 * Takes a factor from a user. Without any factor no recovery code is left, and no session has been begun with
 * one. Refuses to leave a person without a factor where the owner requires one.
 */
function loseFactor(db: Database, userId: string, lose: (tx: Transaction) => Promise<void>) {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    await lose(tx)
    if (hasFactor(await readFactors(tx, userId))) return
    if ((await readSetting(tx, 'accounts')).requiresSecondFactor) {
      throw new AppError(
        'conflict',
        'This site requires a second step for everyone. Add another one before you remove this one.',
      )
    }
    await tx.delete(twoFactors).where(eq(twoFactors.userId, userId))
    await tx.update(sessions).set({ hasSecondFactor: false }).where(eq(sessions.userId, userId))
  })
}

/** Has signing in ask for the app whose first code was right. */
export async function confirmApp(db: Database, userId: string): Promise<void> {
  const isBegun = and(eq(twoFactors.userId, userId), ne(twoFactors.secret, ''))
  await db.update(twoFactors).set({ verified: true }).where(isBegun)
}

/** Forgets the app of a user. */
export function removeApp(db: Database, userId: string): Promise<void> {
  return loseFactor(db, userId, (tx) => store(tx, userId, { secret: '', verified: false }))
}

const isOwnPasskey = (userId: string, passkeyId: string) =>
  and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId))

const noSuchPasskey = () => new AppError('not_found', 'You don’t have this passkey.')

/** Forgets one passkey of a user. */
export function removePasskey(db: Database, userId: string, passkeyId: string): Promise<void> {
  return loseFactor(db, userId, async (tx) => {
    const { rowCount } = await tx.delete(passkeys).where(isOwnPasskey(userId, passkeyId))
    if (rowCount === 0) throw noSuchPasskey()
  })
}

/** Gives one passkey of a user another name. */
export async function renamePasskey(
  db: Database,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { rowCount } = await db.update(passkeys).set({ name }).where(isOwnPasskey(userId, id))
  if (rowCount === 0) throw noSuchPasskey()
}

/**
 * Forgets all second factors of a user who has lost them, and ends all of their sessions: what was
 * lost may be signed in. False where there is no such user.
 */
export function removeAllFactors(db: Database, userId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [user] = await lockUser(tx, userId)
    await tx.delete(passkeys).where(eq(passkeys.userId, userId))
    await tx.delete(twoFactors).where(eq(twoFactors.userId, userId))
    await endSessions(tx, userId)
    return user !== undefined
  })
}
