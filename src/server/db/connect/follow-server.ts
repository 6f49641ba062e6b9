import type { RenewablePool } from './pool.ts'
import type { ServerSafety } from './server-safety.ts'
import { type ServerState, synchronousCommitFor } from './server-state.ts'

/** The server that the standing connection is connected to. */
export type FollowedServer = {
  onState: (state: ServerState, chosenAt: number) => void
  safety: () => ServerSafety
  /** The value for connections that store. */
  synchronousCommit: () => string
}

/** Renews the connections when the server is another one. */
export function followServer(renew: RenewablePool['renew']): FollowedServer {
  let known: ServerState | undefined
  let synchronousCommit = 'on'

  return {
    onState(state, chosenAt) {
      const commit = synchronousCommitFor(state)
      const hasMoved = known !== undefined && known.started !== state.started
      if (commit !== synchronousCommit) renew({ before: performance.now() })
      // Some may lead to the new server already, where it has the address of the old one.
      else if (hasMoved) renew({ before: chosenAt, exceptStarted: state.started })
      synchronousCommit = commit
      known = state
    },
    safety: () => ({
      commitRisks: known?.commitRisks ?? [],
      excessRight: known?.excessRight ?? null,
    }),
    synchronousCommit: () => synchronousCommit,
  }
}
