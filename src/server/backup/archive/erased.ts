import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { z } from 'zod'
import { parseJson } from '../../runtime/parse-json.ts'
import { syncFolder } from '../../runtime/sync-folder.ts'

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
