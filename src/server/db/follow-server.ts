import type { FastifyBaseLogger } from 'fastify'
import type { CommitRisk, DatabaseSafety } from '#/contracts/inbox.ts'
import type { RenewablePool } from './pool.ts'
import { type ServerState, synchronousCommitFor } from './server-state.ts'

/** What is known of the server that the standing connection is connected to. */
export type FollowedServer = {
  onState: (state: ServerState, chosenAt: number) => void
  safety: () => DatabaseSafety
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
      if (state.isSuperuser && !known?.isSuperuser)
        logger.warn('the product signs in to the database as a superuser, and needs no such rights')
      synchronousCommit = commit
      known = state
    },
    safety: () => ({
      commitRisks: known?.commitRisks ?? [],
      isSuperuser: known?.isSuperuser ?? false,
    }),
    synchronousCommit: () => synchronousCommit,
  }
}
