import { createHash, randomBytes } from 'node:crypto'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { managedNonce } from '@noble/ciphers/utils.js'
import { eq } from 'drizzle-orm'
import type { Database } from './database.ts'
import { secrets } from './tables/schema.ts'

/** A key that is made once and stored in the database, so that all processes share it. */
export async function readSecret(db: Database, name: string): Promise<string> {
  const read = () => db.select().from(secrets).where(eq(secrets.name, name))
  const [known] = await read()
  if (known) return known.value
  const value = randomBytes(32).toString('base64url')
  await db.insert(secrets).values({ name, value }).onConflictDoNothing()
  const [stored] = await read()
  if (!stored) throw new Error(`the secret ${name} could not be stored`)
  return stored.value
}

/** XChaCha20-Poly1305 with a random nonce. The key's name is from when it also signed cookies. */
async function openCipher(db: Database) {
  const key = createHash('sha256').update(await readSecret(db, 'session-signing'))
  return managedNonce(xchacha20poly1305)(key.digest())
}

/** Encrypts a text that only this installation may read, as hexadecimal digits. */
export async function encrypt(db: Database, text: string): Promise<string> {
  const cipher = await openCipher(db)
  return Buffer.from(cipher.encrypt(Buffer.from(text))).toString('hex')
}

/** The text that was encrypted. Throws where it was changed, or encrypted by another key. */
export async function decrypt(db: Database, encrypted: string): Promise<string> {
  const cipher = await openCipher(db)
  return Buffer.from(cipher.decrypt(Buffer.from(encrypted, 'hex'))).toString()
}
