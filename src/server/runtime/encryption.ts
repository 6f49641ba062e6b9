import { Readable } from 'node:stream'

// Importing it takes a second, and most backups are not encrypted.
const loadAge = () => import('age-encryption')

const ageHeader = 'age-encryption.org/v1'

const toWebStream = (source: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(source)) as ReadableStream<Uint8Array>

/** True for the beginning of an encrypted file. */
export function isEncrypted(beginning: Buffer): boolean {
  return beginning.subarray(0, ageHeader.length).toString('latin1') === ageHeader
}

/** Makes a key pair whose secret half only this process knows. */
export async function makePassingKey(): Promise<{ secret: string; public: string }> {
  const { generateIdentity, identityToRecipient } = await loadAge()
  const secret = await generateIdentity()
  return { secret, public: await identityToRecipient(secret) }
}

/** Encrypts so that the owner of any of these public keys can read it. */
export async function* encrypt(
  source: AsyncIterable<Uint8Array>,
  publicKeys: readonly string[],
): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  for (const key of publicKeys) encrypter.addRecipient(key)
  yield* await encrypter.encrypt(toWebStream(source))
}

/** No secret key opens the file, or its beginning is damaged. */
export class WrongKey extends Error {}

/** Throws WrongKey if none of the secret keys opens it. */
export async function* decrypt(
  source: AsyncIterable<Uint8Array>,
  secretKeys: readonly string[],
): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  for (const key of secretKeys) decrypter.addIdentity(key)
  let plain: ReadableStream<Uint8Array>
  try {
    plain = await decrypter.decrypt(toWebStream(source))
  } catch (error) {
    if (/no identity matched/.test((error as Error).message)) throw new WrongKey()
    throw error
  }
  yield* plain
}
