import { randomBytes } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { z } from 'zod'
import { syncFolder } from '../../runtime/data-folder.ts'
import { parseJson } from '../../runtime/parse-json.ts'
import { isSignedWith, type Signed, sign } from '../file/signature.ts'
import { parseLsn } from './wal.ts'

/** The files in a base's folder beside those of the log. */
export const baseFiles = { copy: 'base.tar', facts: 'base.json' }

const lsn = z
  .string()
  .regex(/^[\dA-F]{1,8}\/[\dA-F]{1,8}$/)
  .transform(parseLsn)

/** Facts about a base. Times are ISO 8601. */
const factsSchema = z.object({
  product: z.literal('breezeway'),
  format: z.literal(1),
  /** The major version of PostgreSQL that can read it. */
  postgres: z.string(),
  timeline: z.int(),
  segmentBytes: z.int(),
  /** Recovery begins here. */
  startLsn: lsn,
  /** From here on the files are one state of the database. */
  stopLsn: lsn,
  startedAt: z.iso.datetime(),
  /** Any second from then on can be restored. */
  usableFrom: z.iso.datetime(),
  /** Of the copy. */
  bytes: z.int(),
  sha256: z.string(),
})

type BaseFacts = z.output<typeof factsSchema>

/** A base in a folder: a copy of the database's files, and the log from there on. */
export type Base = {
  /** The name of its folder: when it was begun, and the mark of its data folder. */
  name: string
  path: string
  facts: BaseFacts
  signed: Signed
}

/** `2026-11-22T03-17-05Z-1f2e3d4c`. */
const namePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-([\da-f]{8})$/

/** A new mark by which a data folder knows its own bases. */
export const makeOwner = () => randomBytes(4).toString('hex')

/** The name of a base that begins now. */
export const baseName = (now: Date, owner: string) =>
  `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${owner}`

/** The mark of the data folder in the name of a base; undefined for another file. */
const ownerOf = (name: string) => namePattern.exec(name)?.[1]

/** Writes the file by which a base can be restored: the last one that it gets. */
export async function writeFacts(
  path: string,
  facts: z.input<typeof factsSchema>,
  key: string,
): Promise<void> {
  const content = JSON.stringify(facts)
  const unfinished = join(path, `.${baseFiles.facts}`)
  const text = `${content}\n${sign(Buffer.from(content), key)}\n`
  await writeFile(unfinished, text, { mode: 0o600, flush: true })
  await rename(unfinished, join(path, baseFiles.facts))
  await syncFolder(path)
}

async function readBase(folder: string, name: string): Promise<Base | undefined> {
  const path = join(folder, name)
  const text = await readFile(join(path, baseFiles.facts), 'utf8').catch(() => '')
  const [content = '', signature = ''] = text.split('\n')
  const { data } = factsSchema.safeParse(parseJson(content))
  return data && { name, path, facts: data, signed: { content: Buffer.from(content), signature } }
}

/** True if this base was made by the installation with the key. */
export const isOurs = ({ signed: { content, signature = '' } }: Base, key: string) =>
  isSignedWith(key, content, signature)

/**
 * The bases in a folder that can be restored, the oldest first. Throws if there is no such folder.
 */
export async function listBases(folder: string): Promise<Base[]> {
  const names = (await readdir(folder)).filter((name) => ownerOf(name) !== undefined).sort()
  const read = await Promise.all(names.map((name) => readBase(folder, name)))
  return read.filter((base) => base !== undefined)
}

/** The name of a file of the log that begins at a place: of PostgreSQL's own file, the offset in it, and a mark. */
export const logFileName = (segment: string, offset: number) =>
  `${segment}-${offset.toString(16).padStart(8, '0')}-${randomBytes(2).toString('hex')}.log`

/** The files of the log in the folder of a base, in order. */
export async function listLogFiles(path: string): Promise<string[]> {
  const names = await readdir(path)
  return names
    .filter((name) => /^[\dA-F]{24}-[\da-f]{8}-[\da-f]{4}\.log$/.test(name))
    .sort()
    .map((name) => join(path, name))
}

/** The bases of its own that a data folder keeps. */
const kept = 2

/** Bases of another data folder belong to an earlier site, or to one that is still in use. */
const strangersForMs = 7 * 86_400_000

/**
 * Deletes all of a data folder's bases but the newest two, and the remains of unfinished ones;
 * those of other data folders once nothing was added to them for a week.
 */
export async function pruneBases(folder: string, owner: string, now = Date.now()): Promise<void> {
  const usable = await listBases(folder)
  const own = usable.filter(({ name }) => ownerOf(name) === owner).map(({ name }) => name)
  const keep = new Set(own.slice(-kept))
  for (const name of await readdir(folder)) {
    if (ownerOf(name) === undefined || keep.has(name)) continue
    const path = join(folder, name)
    const isStranger = ownerOf(name) !== owner
    if (isStranger && now - (await stat(path)).mtimeMs < strangersForMs) continue
    // First the file by which it can be restored.
    await rm(join(path, baseFiles.facts), { force: true })
    await rm(path, { recursive: true, force: true })
  }
}

/** The bytes of all that is in a folder of bases. */
export async function sizeOfBases(folder: string): Promise<number> {
  let bytes = 0
  for (const name of await readdir(folder)) {
    if (ownerOf(name) === undefined) continue
    for (const file of await readdir(join(folder, name)))
      bytes += (await stat(join(folder, name, file))).size
  }
  return bytes
}

const erasedSchema = z.object({ submissionIds: z.array(z.string()) })

const fileIn = (folder: string) => join(folder, 'erased.json')

/**
 * The submission ids of the leads that were erased, by which an earlier moment is restored without them;
 * none where there is no list. No person can be recognised by them.
 */
export async function readErased(folder: string): Promise<string[]> {
  const text = await readFile(fileIn(folder), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return erasedSchema.safeParse(parseJson(text)).data?.submissionIds ?? []
}

/**
 * Adds the erasures of the database to the list in the archive; `known` is what this returned last.
 */
export async function copyErased(client: Client, folder: string, known: number): Promise<number> {
  const { rows } = await client.query<{ ids: string[]; last: number }>(
    `select submission_ids ids, id::int last from erasures where id > $1 order by id`,
    [known],
  )
  const last = rows.at(-1)?.last
  if (last === undefined) return known
  const submissionIds = new Set([...(await readErased(folder)), ...rows.flatMap(({ ids }) => ids)])
  const unfinished = `${fileIn(folder)}.new`
  const text = JSON.stringify({ submissionIds: [...submissionIds] })
  await writeFile(unfinished, `${text}\n`, { mode: 0o600, flush: true })
  await rename(unfinished, fileIn(folder))
  await syncFolder(folder)
  return last
}
