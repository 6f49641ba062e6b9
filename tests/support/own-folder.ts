import { afterAll, beforeEach, onTestFinished } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

/** Makes an empty folder, which is removed after the tests of the file or of the group. */
export function suiteFolder(): { path: string } {
  const { path, remove } = temporaryFolder()
  afterAll(remove)
  return { path }
}

/** Makes an empty folder, which is removed after the test. */
export function testFolder(): { path: string } {
  const { path, remove } = temporaryFolder()
  onTestFinished(remove)
  return { path }
}

/** The same for each test of the file. */
export function folderOfEachTest(): { path: string } {
  const folder = { path: '' }
  beforeEach(() => {
    folder.path = testFolder().path
  })
  return folder
}
