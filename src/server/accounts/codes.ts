import { createHmac, randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { decrypt } from '../db/secrets.ts'
import { twoFactors } from '../db/tables/schema.ts'
import { hashesAreEqual, hashLinkToken } from '../http/link-tokens.ts'
import { type Limit, takeUse } from '../http/rate-limits.ts'

/** Reads what was typed as a code of an app; undefined for anything else, as a recovery code. */
const readAppCode = (typed: string) => /^\d{6}$/.exec(typed.replace(/[\s-]/g, ''))?.[0]

/** How long a code of an app is shown. */
const stepMs = 30_000

/** A code counts once. It is taken for its own half minute and one on either side, so not as long. */
const usesOfCode: Limit = { name: 'app-code', points: 1, seconds: (6 * stepMs) / 1000 }

/** The digits of base 32 (RFC 4648), by which apps take a key. */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns bytes in base 32, without padding. */
export function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => digits[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('')
}

/** A key for an app, of 160 bits, as RFC 4226 recommends. Its characters are what codes are made of. */
export function makeAppKey(): string {
  return randomBytes(20).toString('base64url')
}

/** The address that hands a key to an app, as a link or as a QR code. */
export function appKeyUri(key: string, { issuer, account }: { issuer: string; account: string }) {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${toBase32(Buffer.from(key))}&issuer=${encodeURIComponent(issuer)}`
}

/** The code of six digits for a key in a half minute, counted from 1970 (RFC 6238, RFC 4226). */
export function codeAt(key: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', key).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** True for the code of now, of the half minute before and of the next: clocks differ. */
export function isCodeOf(key: string, code: string, now = Date.now()): boolean {
  const step = Math.floor(now / stepMs)
  const isRight = [step - 1, step, step + 1].map((near) => hashesAreEqual(code, codeAt(key, near)))
  return isRight.includes(true)
}

/** Uses a code of the app of a user: of one that is set up, or of one that is to be. */
export async function takeAppCode(
  db: Database,
  { userId, typed, isSetUp }: { userId: string; typed: string; isSetUp: boolean },
): Promise<boolean> {
  const code = readAppCode(typed)
  if (code === undefined) return false
  // Whether it is right or not: a stranger who has watched the person type it cannot use it too.
  const wait = await takeUse(db, usesOfCode, hashLinkToken(`${userId} ${code}`))
  if (wait !== undefined) return false
  const isApp = and(eq(twoFactors.userId, userId), eq(twoFactors.verified, isSetUp))
  const [row] = await db.select().from(twoFactors).where(isApp)
  return row !== undefined && row.secret !== '' && isCodeOf(await decrypt(db, row.secret), code)
}

const recoveryCodeCount = 10

/** 120 random bits, of which 24 signs are made: a fast hash is enough to store them safely. */
const recoveryCodeBytes = 15

/** Makes the recovery codes of a person, as they are shown once. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    toBase32(randomBytes(recoveryCodeBytes)).replace(/.{4}(?=.)/g, '$&-'),
  )
}

/** What is stored of a recovery code, however it is typed. */
function hashRecoveryCode(typed: string): string {
  return hashLinkToken(typed.toLowerCase().replace(/[^a-z0-9]/g, ''))
}

/** The hashes of a person's codes, as the column holds them. */
export function storedCodes(codes: readonly string[]): string {
  return JSON.stringify(codes.map(hashRecoveryCode))
}

/** Uses up a recovery code of a user. False if it is wrong, or was used. */
async function takeRecoveryCode(db: Database, userId: string, typed: string): Promise<boolean> {
  const hash = hashRecoveryCode(typed)
  const codes = sql`${twoFactors.backupCodes}::jsonb`
  const { rowCount } = await db
    .update(twoFactors)
    .set({ backupCodes: sql`(${codes} - ${hash}::text)::text` })
    .where(and(eq(twoFactors.userId, userId), sql`${codes} ? ${hash}`))
  return rowCount === 1
}

/** Uses a code of either kind. Returns which it was; undefined if it is wrong, or was used. */
export async function takeAnyCode(
  db: Database,
  userId: string,
  typed: string,
): Promise<'app' | 'recovery code' | undefined> {
  if (readAppCode(typed) !== undefined) {
    return (await takeAppCode(db, { userId, typed, isSetUp: true })) ? 'app' : undefined
  }
  return (await takeRecoveryCode(db, userId, typed)) ? 'recovery code' : undefined
}
