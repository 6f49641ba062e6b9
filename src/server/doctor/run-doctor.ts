import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { checkAdvisories } from './check-advisories.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk } from './check-disk.ts'
import { checkMail } from './check-mail.ts'
import { checkProxy } from './check-proxy.ts'
import { checkSite } from './check-site.ts'
import { createReadTexts } from './dns.ts'
import { describeFindings, examineAll } from './finding.ts'

/**
 * Looks at an installation from outside, whether the product runs or not, and changes nothing. Returns
 * lines for the terminal, and whether something is wrong with it.
 */
export async function runDoctor(
  config: Config,
  logger: FastifyBaseLogger,
): Promise<{ lines: string[]; isWell: boolean }> {
  const key = Promise.withResolvers<string | undefined>()
  const lookAtDatabase = () =>
    checkDatabase(config, logger, key.resolve).finally(() => key.resolve(undefined))
  const examined = await examineAll([
    { name: 'Site', look: () => checkSite(config) },
    { name: 'Proxy', look: async () => checkProxy(config, await key.promise) },
    { name: 'Mail', look: () => checkMail(config, createReadTexts()) },
    { name: 'Disk', look: () => checkDisk(config) },
    { name: 'Database', look: lookAtDatabase },
    { name: 'Components', look: () => checkAdvisories() },
  ])
  const isWell = !examined.some(({ findings }) => findings.some(({ state }) => state === 'bad'))
  return { lines: describeFindings(examined), isWell }
}
