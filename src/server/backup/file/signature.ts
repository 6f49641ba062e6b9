import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { chown, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../../runtime/data-folder.ts'
import { BackupError, describeDiskError } from './backup-error.ts'

/** Where an installation has the key that signs its backups. No backup holds it. */
export const signingKeyFile = (dataDir: string) => join(dataDir, 'backup.key')

/** The key of an installation; undefined if it has none. Throws a BackupError if it cannot be read. */
export async function readSigningKey(dataDir: string): Promise<string | undefined> {
  const file = signingKeyFile(dataDir)
  try {
    const key = (await readFile(file, 'utf8')).trim()
    if (/^[\w-]{43}$/.test(key)) return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new BackupError(describeDiskError(error, file) ?? `${file} cannot be read.`)
  }
  throw new BackupError(`${file} does not hold a key. Put back a copy of it, or delete it.`)
}

/** Makes the file whole at once: of several processes that make it, all use that of the first. */
async function makeSigningKey(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const unfinished = join(dataDir, `.backup.key-${randomBytes(4).toString('hex')}`)
  try {
    const key = `${randomBytes(32).toString('base64url')}\n`
    await writeFile(unfinished, key, { flag: 'wx', mode: 0o600, flush: true })
    // Root makes a backup too, and the product must be able to read the key afterwards.
    const { uid, gid } = await stat(dataDir)
    if (process.getuid?.() === 0) await chown(unfinished, uid, gid)
    await link(unfinished, signingKeyFile(dataDir))
    await syncFolder(dataDir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    throw new BackupError(describeDiskError(error, dataDir) ?? (error as Error).message)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** The key of an installation, which is made if it has none. */
export async function ensureSigningKey(dataDir: string): Promise<string> {
  const known = await readSigningKey(dataDir)
  if (known !== undefined) return known
  await makeSigningKey(dataDir)
  const made = await readSigningKey(dataDir)
  if (made === undefined) throw new BackupError(`There is no ${signingKeyFile(dataDir)}.`)
  return made
}

/**
 * The signature of a manifest, which has the SHA-256 of all parts: an HMAC, in hexadecimal digits.
 */
export const sign = (manifest: Uint8Array, key: string) =>
  createHmac('sha256', key).update(manifest).digest('hex')

/** True if the signature of a manifest was made with this key. */
export function isSignedWith(key: string, manifest: Uint8Array, signature: string): boolean {
  const expected = Buffer.from(sign(manifest, key))
  const found = Buffer.from(signature)
  return expected.byteLength === found.byteLength && timingSafeEqual(expected, found)
}

/** What was signed, and the signature if there is one. */
export type Signed = { content: Buffer; signature: string | undefined }

/**
 * Makes sure that the key of the installation has signed a backup. Otherwise a person is asked, who
 * learns what harm it could do. Throws a BackupError if they do not say yes.
 */
export async function checkOrigin(
  { path, dataDir }: { path: string; dataDir: string },
  { content, signature }: Signed,
  confirm?: (doubt: string) => Promise<boolean>,
): Promise<void> {
  const [key, keyFile] = [await readSigningKey(dataDir), signingKeyFile(dataDir)]
  if (key && signature && isSignedWith(key, content, signature)) return
  const hasNoMaker = `${path} does not show who made it:`
  const why = !signature
    ? `${hasNoMaker} it has no signature, like those of earlier versions.`
    : !key
      ? `${hasNoMaker} there is no ${keyFile} to check its signature with.`
      : `${path} was not made by the site whose key is ${keyFile}, or was changed since.`
  const doubt = `${why} A backup says who can sign in and where requests are sent.`
  if (!(await confirm?.(doubt))) throw new BackupError(`${doubt} Nothing was restored.`)
}
