import { prepareDataFolder } from '#tests/support/database/data-folder.ts'
import { buildIfStale } from '../../scripts/build.ts'

/** Runs once for a whole run: builds the pages that the servers of the tests serve, and their database. */
export default async function setup(): Promise<() => void> {
  await buildIfStale()
  return prepareDataFolder()
}
