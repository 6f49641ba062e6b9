import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { accounts } from '../db/tables/schema.ts'

const runArgon2 = promisify(argon2)

/** The first choice of OWASP's Password Storage Cheat Sheet: 19 MiB and two passes. */
const current = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

/**
 * Each takes 19 MiB and one of the four threads that files and compression need too, so that more
 * of them wait for one another.
 */
const mostAtOnce = 2
let running = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < mostAtOnce) running += 1
  // Whoever ends hands its place on.
  else await new Promise<void>((begin) => waiting.push(begin))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

type Settings = typeof current

const settingsInWords = ({ memory, passes, parallelism }: Settings) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`

const isCurrent = (hash: string) => hash.startsWith(settingsInWords(current))

function derive(password: string, salt: Buffer, settings: Settings, tagLength: number) {
  // The same letters can be typed in several ways.
  const message = password.normalize('NFKC')
  return inTurn(() => runArgon2('argon2id', { message, nonce: salt, tagLength, ...settings }))
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** The hash of a password, with all that is needed to check it: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await derive(password, salt, current, hashBytes)
  return `${settingsInWords(current)}${encode(salt)}$${encode(hash)}`
}

const format = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** True for the password of a hash; also of one that the library made in an earlier version. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', expected = ''] = format.exec(hash) ?? []
  if (!expected) {
    const { verifyPassword: verifyScrypt } = await import('better-auth/crypto')
    return inTurn(() => verifyScrypt({ hash, password }))
  }
  const settings = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  }
  const bytes = Buffer.from(expected, 'base64')
  const found = await derive(password, Buffer.from(salt, 'base64'), settings, bytes.length)
  return timingSafeEqual(found, bytes)
}

/** How the library hashes and checks passwords. A hash that is not as we make them now is made anew. */
export function passwordHashing(db: Database) {
  return {
    hash: hashPassword,
    async verify({ hash, password }: { hash: string; password: string }): Promise<boolean> {
      const isRight = await verifyPassword(hash, password)
      if (isRight && !isCurrent(hash)) {
        // Each has a salt of its own, so that this is the only account that has it.
        await db
          .update(accounts)
          .set({ password: await hashPassword(password) })
          .where(eq(accounts.password, hash))
      }
      return isRight
    },
  }
}
