/**
 * Looks at the folder of the backups: the process that `watchFolder` starts for it. It takes a
 * `FolderChoice` as its only message and returns a `Found`. Its disk may hold it for ever.
 */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { answerOrder } from '../../runtime/own-process.ts'
import { type FolderChoice, findFolderProblem } from '../prepare-folder.ts'
import { dueAtOf } from './folder.ts'
import type { Found } from './watch-folder.ts'

async function listFiles(folder: string): Promise<Found['files']> {
  // The usual folder is made by the first backup.
  const names = await readdir(folder).catch(() => [])
  const files: Found['files'] = {}
  for (const name of names.filter(dueAtOf)) {
    const size = await stat(join(folder, name)).then(
      (found) => found.size,
      () => undefined,
    )
    if (size !== undefined) files[name] = size
  }
  return files
}

answerOrder<FolderChoice>(async (choice) => {
  const problem = await findFolderProblem(choice)
  const found: Found = { problem, files: problem === null ? await listFiles(choice.folder) : {} }
  return found
})
