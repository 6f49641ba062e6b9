import { drizzle } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { findingKeys } from '#/contracts/health/finding-catalog.ts'
import { healthPaths } from '#/contracts/routes.ts'
import { inAddress } from '../config/address-schemas.ts'
import type { Config } from '../config/config.ts'
import { hasEmbeddedDatabase, openSingleConnection } from '../db/connect/client.ts'
import type { Database } from '../db/database.ts'
import { makeProbeToken } from '../health/send-probe.ts'
import { readWayOut, type WayOut } from '../notifications/mail/mail-setup.ts'
import { checkMail, createReadTexts } from './check-mail.ts'
import { checkSite } from './check-site.ts'
import { describeFindings, examineAll, type Finding, good, told, warn } from './finding.ts'

const readinessSchema = z.object({
  findings: z.array(
    z.object({ key: z.enum(findingKeys), text: z.string(), since: z.iso.datetime() }),
  ),
})

/**
 * The list of what is wrong, as a process of this machine has it. Without a token it is the part that
 * anybody may read.
 */
export async function checkRunning(
  { host, port }: Pick<Config, 'host' | 'port'>,
  token = '',
): Promise<Finding[]> {
  const own = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : inAddress(host)
  const here = `http://${own}:${port}`
  try {
    // A process answers within three seconds, whatever hangs.
    const response = await fetch(`${here}${healthPaths.ready}?probe=${token}`, {
      signal: AbortSignal.timeout(5_000),
      redirect: 'manual',
    })
    const { findings } = readinessSchema.parse(await response.json())
    return findings.length > 0
      ? findings.map(told)
      : [good('The site finds nothing wrong with itself.')]
  } catch {
    return [
      warn(
        `The site isn’t responding at ${here}.`,
        'Start it with npm start, which says what keeps it from starting.',
      ),
    ]
  }
}

/** What the doctor needs of the database; without it, what can be seen is looked at all the same. */
async function withDatabase<Result>(
  config: Config,
  logger: FastifyBaseLogger,
  look: (db: Database | undefined) => Promise<Result>,
): Promise<Result> {
  if (!config.databaseUrl && !hasEmbeddedDatabase(config.dataDir)) return look(undefined)
  const connection = await openSingleConnection(config, logger).catch(() => undefined)
  try {
    return await look(connection && drizzle(connection.client))
  } finally {
    await connection?.close()
  }
}

/**
 * Prints what a running process finds wrong with itself, and looks at what only shows from outside.
 * Returns lines for the terminal, and whether something is wrong. Stores nothing.
 */
export function runDoctor(
  config: Config,
  logger: FastifyBaseLogger,
): Promise<{ lines: string[]; isWell: boolean }> {
  return withDatabase(config, logger, async (db) => {
    // Another version's tables may lack what is asked for.
    const token = await (db && makeProbeToken(db).catch(() => undefined))
    const wayOut: WayOut = (await (db && readWayOut(db, config).catch(() => undefined))) ?? config
    const examined = await examineAll([
      { name: 'Running', look: () => checkRunning(config, token) },
      { name: 'Site', look: () => checkSite(config, token === undefined ? undefined : db) },
      { name: 'Mail', look: () => checkMail(wayOut, createReadTexts()) },
    ])
    const isWell = !examined.some(({ findings }) => findings.some(({ state }) => state === 'bad'))
    return { lines: describeFindings(examined), isWell }
  })
}
