import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import { checkAdvisories } from './check-advisories.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk } from './check-disk.ts'
import { checkMail, createReadTexts } from './check-mail.ts'
import { checkProxy } from './check-proxy.ts'
import { checkRunning } from './check-running.ts'
import { checkSite } from './check-site.ts'
import { describeFindings, type Examined, examineAll } from './finding.ts'

/**
 * Leaves out findings that a running process, the first part, has told already; and that its
 * database cannot be reached from here either.
 */
export function withoutRepeats([running, ...others]: Examined[]): Examined[] {
  if (!running) return others
  const keys = new Set(running.findings.map(({ key }) => key))
  const isAway = [...keys].some((key) => key?.startsWith('database-'))
  const isRepeat = (key: string | undefined) =>
    key !== undefined &&
    ([...keys].some((known) => known === key) || (isAway && key.startsWith('database-')))
  return [
    running,
    ...others.map(({ name, findings }) => ({
      name,
      findings: findings.filter(({ key }) => !isRepeat(key)),
    })),
  ]
}

/**
 * Looks at an installation from outside, whether the product runs or not, and changes nothing.
 * Returns lines for the terminal, and whether something is wrong.
 */
export async function runDoctor(
  config: Config,
  logger: FastifyBaseLogger,
): Promise<{ lines: string[]; isWell: boolean }> {
  const key = Promise.withResolvers<string | undefined>()
  const lookAtDatabase = () =>
    checkDatabase(config, logger, key.resolve).finally(() => key.resolve(undefined))
  const all = await examineAll([
    { name: 'Running', look: () => checkRunning(config) },
    { name: 'Site', look: () => checkSite(config) },
    { name: 'Proxy', look: async () => checkProxy(config, await key.promise) },
    { name: 'Mail', look: () => checkMail(config, createReadTexts()) },
    { name: 'Disk', look: () => checkDisk(config) },
    { name: 'Database', look: lookAtDatabase },
    { name: 'Components', look: () => checkAdvisories() },
  ])
  const examined = withoutRepeats(all)
  const isWell = !examined.some(({ findings }) => findings.some(({ state }) => state === 'bad'))
  return { lines: describeFindings(examined), isWell }
}
