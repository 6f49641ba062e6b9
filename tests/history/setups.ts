import { whyNoCluster } from '../cluster/packages.ts'
import type { StartSetup } from './setup.ts'
import { startCluster } from './setups/cluster.ts'
import { startEmbedded } from './setups/embedded.ts'
import { startProcesses } from './setups/processes.ts'

/** How the product can be set up, by the names that the command takes. */
export const setups: Record<string, StartSetup> = {
  embedded: startEmbedded,
  processes: startProcesses,
  cluster: startCluster,
}

/** Why a setup is not possible on this machine, by its name. */
export const problemsOfSetups = (): Record<string, string | undefined> => ({
  cluster: whyNoCluster(),
})
