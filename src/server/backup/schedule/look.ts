/**
 * Looks at the folder of the backups: the process that `watchFolder` starts for it. It takes a
 * `FolderChoice` as its only message and returns a `FoundInFolder`. Its disk may hold it for ever.
 */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { answerOrder } from '../../runtime/own-process.ts'
import { type FolderChoice, findFolderProblem } from '../file/backup-error.ts'
import { isScheduled } from './folder.ts'
import type { FoundInFolder } from './watch-folder.ts'

async function listFiles(folder: string): Promise<FoundInFolder['files']> {
  // The usual folder is made by the first backup.
  const names = await readdir(folder).catch(() => [])
  const files: FoundInFolder['files'] = {}
  for (const name of names.filter(isScheduled)) {
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
  const found: FoundInFolder = {
    problem,
    files: problem === null ? await listFiles(choice.folder) : {},
  }
  return found
})
