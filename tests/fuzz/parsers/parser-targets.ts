import type { Target } from '../target.ts'
import { configurationTargets } from './configuration.ts'
import { contactTargets } from './contact.ts'
import { inboxTargets } from './inbox.ts'
import { journalTargets } from './journal.ts'
import { pageMetadataTargets } from './page-metadata.ts'
import { selectorTarget } from './selectors.ts'
import { visitTargets } from './visits.ts'

/** Every parser by itself. The journal's files are in this folder. */
export async function parserTargets(dataDir: string): Promise<Target[]> {
  return [
    ...contactTargets,
    ...visitTargets,
    selectorTarget,
    ...pageMetadataTargets,
    ...inboxTargets,
    ...configurationTargets,
    ...(await journalTargets(dataDir)),
  ]
}
