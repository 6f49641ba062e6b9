import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { openDatabase } from '../../../src/server/db/connect/client.ts'
import { pathsIn } from '../../../src/server/db/embedded/folders.ts'

/** Tells all processes of a run where the prepared data folder is. */
const variable = 'PREPARED_DATA_FOLDER'

/**
 * Makes a data folder with a migrated, empty database, which tests copy: a new one takes a second or
 * two of processor time. Returns the function that deletes it.
 */
export async function prepareDataFolder(): Promise<() => void> {
  const folder = temporaryFolder()
  await (await openDatabase({ dataDir: folder.path }, silentLogger)).close()
  process.env[variable] = folder.path
  return () => {
    delete process.env[variable]
    folder.remove()
  }
}

/** Puts a migrated, empty database into a data folder, if the run has prepared one. */
export function fillDataFolder(dataDir: string): void {
  const prepared = process.env[variable]
  // Unlike Node's own copy it keeps the owner, which is not root.
  if (!prepared) return
  mkdirSync(dataDir, { recursive: true })
  execFileSync('cp', ['-a', pathsIn(prepared).cluster, dataDir])
}

/** A temporary data folder, which a server starts with sooner than with an empty one. */
export function dataFolder(): ReturnType<typeof temporaryFolder> {
  const folder = temporaryFolder()
  fillDataFolder(folder.path)
  return folder
}
