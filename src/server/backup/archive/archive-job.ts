/**
 * Archives the embedded database for as long as the site runs: the process that `registerArchive` starts
 * for it. It takes an `ArchiveOrder` as its only message, and returns whether it was the one that did.
 */
import { constants } from 'node:os'
import { accessEmbedded } from '#/server/db/connect/client.ts'
import { createLogger } from '#/server/health/logging.ts'
import { answerOrder, stepBehind } from '../../runtime/own-process.ts'
import { type ArchiveOrder, followServer } from './follow.ts'

answerOrder<ArchiveOrder>(async (order, stop) => {
  const logger = createLogger('info')
  // The site copies the server's own log.
  const { connection, detach } = await accessEmbedded(order.dataDir, createLogger('silent'))
  try {
    return { hasArchived: await followServer(order, connection, { logger, stop }) }
  } catch (err) {
    logger.warn({ err }, 'the archive has lost the database, and begins again')
    return { hasArchived: false }
  } finally {
    detach()
  }
})
stepBehind(constants.priority.PRIORITY_BELOW_NORMAL)
