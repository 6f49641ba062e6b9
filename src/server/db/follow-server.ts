import type { FastifyBaseLogger } from 'fastify'
import type { CommitRisk, ServerSafety } from '#/contracts/inbox.ts'
import type { RenewablePool } from './pool.ts'
import { type ServerState, synchronousCommitFor } from './server-state.ts'

/** What is known of the server that the standing connection is connected to. */
export type FollowedServer = {
  onState: (state: ServerState, chosenAt: number) => void
  safety: () => ServerSafety
  /** The setting for connections that store. */
  synchronousCommit: () => string
}

export type FollowDeps = {
  renew: RenewablePool['renew']
  logger: FastifyBaseLogger
}

/** Renews the connections when the server is another one, and says when its commits may be lost. */
export function followServer({ renew, logger }: FollowDeps): FollowedServer {
  let known: ServerState | undefined
  let synchronousCommit = 'on'

  function reportRisks(risks: CommitRisk[]) {
    const before = known?.commitRisks ?? []
    if (risks.join() === before.join()) return
    if (risks.length > 0) logger.warn({ risks }, 'the database may lose what it has committed')
    else logger.info('the database no longer loses what it has committed')
  }

  return {
    onState(state, chosenAt) {
      const commit = synchronousCommitFor(state)
      const hasMoved = known !== undefined && known.started !== state.started
      if (commit !== synchronousCommit) renew({ before: performance.now() })
      // Some may lead to the new server already, where it has the address of the old one.
      else if (hasMoved) renew({ before: chosenAt, exceptStarted: state.started })
      reportRisks(state.commitRisks)
      const { excessRight } = state
      if (excessRight !== null && excessRight !== known?.excessRight)
        logger.warn({ excessRight }, 'the role of the product in the database has too many rights')
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
