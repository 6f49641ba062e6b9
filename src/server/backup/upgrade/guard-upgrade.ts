import type { FastifyBaseLogger } from 'fastify'
import type { BeforeUpgrade } from '../../db/migrations.ts'
import type { UpgradeConfig } from './rehearsal.ts'

/**
 * What is done before migrations change a database with tables: a backup, and a rehearsal on a copy.
 * Undefined if the owner has turned that off. Costs nothing until it is called.
 */
export function guardUpgrade(
  config: UpgradeConfig,
  logger: FastifyBaseLogger,
): BeforeUpgrade | undefined {
  if (!config.backup.rehearsesUpgrades) return undefined
  return async (client, migrations, options) => {
    const { rehearseUpgrade } = await import('./rehearse-upgrade.ts')
    await rehearseUpgrade(client, migrations, { ...options, config, logger })
  }
}
