import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { extract, type Pack } from 'tar-stream'
import { readAt } from '../../runtime/data-folder.ts'
import { BackupError, describeDiskError } from './backup-error.ts'

/** One file within a backup, which is a tar. */
export type Entry = { name: string; content: Buffer }

/** More than any part has, so that a damaged or invented length does not fill the memory. */
const longestEntry = 64 * 1024 * 1024

/** The reader of a pack has stopped, and knows why. */
export class ReaderGone extends Error {}

/** Adds an entry; resolves when the reader of the pack has taken it. Throws ReaderGone if there is none. */
export async function addEntry(pack: Pack, { name, content }: Entry): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  try {
    pack.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
    await promise
  } catch (cause) {
    throw new ReaderGone('the pack no longer has a reader', { cause })
  }
}

async function readBeginning(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  return readAt(file, 64, 0).finally(() => file.close())
}

/** How a file begins that age has encrypted. */
const ageHeader = 'age-encryption.org/'

/** Throws a BackupError for a file that cannot be read, or that an earlier version has encrypted. */
async function refuseUnreadable(path: string): Promise<void> {
  const beginning = await readBeginning(path).catch((error) => {
    throw new BackupError(describeDiskError(error, path) ?? error.message)
  })
  if (!beginning.toString('latin1').startsWith(ageHeader)) return
  throw new BackupError(
    `${path} is encrypted. Versions up to 1.0.0 could do that. Decrypt it with age first, then restore NEWFILE: age --decrypt --identity KEYFILE --output NEWFILE ${path}`,
  )
}

async function readContent(entry: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
  if (size > longestEntry) throw new Error('an entry is too long')
  const chunks: Buffer[] = []
  for await (const chunk of entry) chunks.push(chunk)
  const content = Buffer.concat(chunks)
  if (content.byteLength !== size) throw new Error('an entry is too short')
  return content
}

/**
 * Reads the entries of a backup in order. Throws a BackupError that says where it is cut off or
 * damaged, as far as that shows without the manifest.
 */
export async function* readEntries(path: string): AsyncGenerator<Entry> {
  await refuseUnreadable(path)
  const tar = extract()
  let failure: unknown
  const source = createReadStream(path, { highWaterMark: 256 * 1024 })
  pipeline(source, tar as unknown as NodeJS.WritableStream).catch((error) => {
    failure = error
  })
  let place = 'at its beginning'
  try {
    for await (const entry of tar) {
      const { size = 0 } = entry.header
      // It may stand in a line for a terminal, which other characters could control.
      const name = entry.header.name.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200)
      place = `in ${name}`
      const content = await readContent(entry as unknown as AsyncIterable<Buffer>, size)
      yield { name, content }
      place = `after ${name}`
    }
  } catch (error) {
    throw new BackupError(`${path} is cut off or damaged ${place}.`, { cause: failure ?? error })
  } finally {
    tar.destroy()
  }
}
