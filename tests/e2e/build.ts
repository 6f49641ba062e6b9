import { buildIfStale } from '../../scripts/build.ts'

/** Once for a whole run: the pages that the servers of the tests serve. */
export default async function setup(): Promise<void> {
  await buildIfStale()
}
