import type { StartSetup } from './setup.ts'
import { startEmbedded } from './setups/embedded.ts'
import { startProcesses } from './setups/processes.ts'

/** How the product can be set up, by the names that the command takes. */
export const setups: Record<string, StartSetup> = {
  embedded: startEmbedded,
  processes: startProcesses,
}
