import { mkdir } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#/server/config/config.ts'
import { NotMigrated, UpgradeFailed } from '#/server/db/failures.ts'
import type { BeforeUpgrade } from '#/server/db/migrations.ts'
import { keepSpeaking } from '#/server/db/with-client.ts'
import { runJob } from './make-due-backup.ts'

export type UpgradeConfig = Pick<Config, 'backup' | 'dataDir' | 'databaseUrl'>

/**
 * Makes and tries a backup before migrations change a database with tables, in a process of its
 * own. Undefined if the owner has turned that off. Throws UpgradeFailed if there is no such backup.
 */
export function guardUpgrade(
  { backup, dataDir, databaseUrl }: UpgradeConfig,
  logger: FastifyBaseLogger,
): BeforeUpgrade | undefined {
  if (!backup.isMadeBeforeUpgrades) return undefined
  return async (client, next, stop) => {
    logger.info({ migration: next }, 'a backup is made before the upgrade')
    // The connection, and the lock that it holds, must outlast the backup.
    await client.query('set idle_session_timeout = 0')
    const stopSpeaking = keepSpeaking(client)
    const began = performance.now()
    // Where it cannot be made, the backup fails and says why.
    await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch(() => {})
    const { made, problem } = await runJob(
      {
        // What the owner has said of keeping is in the database, as another version has stored it.
        kept: backup,
        before: next,
        dueAt: new Date().toISOString(),
        location: { dataDir, databaseUrl },
      },
      stop,
    ).finally(stopSpeaking)
    if (made) {
      const ms = Math.round(performance.now() - began)
      logger.info({ ...made, ms }, 'a backup was made and tested before the upgrade')
      if (problem !== null) logger.error({ problem }, 'old backups could not be deleted')
      return made.path
    }
    if (stop.aborted) throw new NotMigrated()
    // A database that has gone away rejects this, and is tried again.
    await client.query('select')
    throw new UpgradeFailed(
      `The backup before the upgrade couldn’t be made. ${problem} Nothing was changed. Fix that, or set UPGRADE_BACKUP=off to upgrade without one.`,
    )
  }
}
