import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../../runtime/parse-json.ts'

/** The state of the archive, which its process writes to DATA_DIR for all processes of the site. */
const stateSchema = z.object({
  /** The mark of this data folder. */
  owner: z.string(),
  /** ARCHIVE_DIR. */
  folder: z.string(),
  /** When this was written. */
  at: z.iso.datetime(),
  /** Everything committed until then is archived; null before the first base. */
  archivedUntil: z.iso.datetime().nullable(),
  /** The newest base, and since when it can be restored. */
  base: z.object({ name: z.string(), usableFrom: z.iso.datetime() }).nullable(),
  /** The size of all that is in the folder. */
  bytes: z.number(),
  /** The folder is on the disk of the database. */
  isOnSameDisk: z.boolean(),
  /** Why nothing is archived, as a sentence for the owner; null if it is. */
  problem: z.string().nullable(),
})

export type ArchiveState = z.infer<typeof stateSchema>

const stateFile = (dataDir: string) => join(dataDir, 'archive.json')

/** The last state; undefined if it cannot be read. */
export async function readState(dataDir: string): Promise<ArchiveState | undefined> {
  const text = await readFile(stateFile(dataDir), 'utf8').catch(() => '')
  return stateSchema.safeParse(parseJson(text)).data
}

export async function writeState(dataDir: string, state: ArchiveState): Promise<void> {
  const unfinished = `${stateFile(dataDir)}.new`
  await writeFile(unfinished, `${JSON.stringify(state)}\n`, { mode: 0o600 })
  await rename(unfinished, stateFile(dataDir))
}

/** It is written every ten seconds, and its process may have to be started again. */
const silentMs = 60_000

/**
 * Why the database is not archived, as a sentence for the owner; null if it is, or if that is not
 * known yet. `since` is when the process that asks began.
 */
export function findArchiveProblem(
  state: ArchiveState | undefined,
  folder: string,
  { since, now = Date.now() }: { since: number; now?: number },
): string | null {
  const known = state?.folder === folder ? state : undefined
  const saidAt = known ? Date.parse(known.at) : 0
  if (now - Math.max(saidAt, since) > silentMs) {
    const until = known?.archivedUntil ? ` since ${known.archivedUntil}` : ''
    return `Nothing has been archived to ${folder}${until}. The server’s log says why.`
  }
  return saidAt > since ? (known?.problem ?? null) : null
}
