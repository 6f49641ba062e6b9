import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { publicFindingSchema } from '#/contracts/health/findings.ts'
import { healthPaths } from '#/contracts/routes.ts'
import { inAddress } from '../config/address-schemas.ts'
import type { Config } from '../config/config.ts'
import { createReadTexts } from '../notifications/mail/mail-signing.ts'
import { parseJson } from '../runtime/parse-json.ts'
import { checkDatabase, type Stored } from './check-database.ts'
import { checkDisk } from './check-disk.ts'
import { checkMail } from './check-mail.ts'
import { checkProxy, checkSite } from './check-site.ts'
import {
  describeFindings,
  type Examined,
  examineAll,
  type Finding,
  good,
  told,
  warn,
} from './finding.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The days in which a gap is to be fixed: docs/security.md, Times to fix. */
const daysToFix = { critical: 2, high: 7, moderate: 30, low: 90, info: 90 } as const

const reportSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      name: z.string(),
      severity: z.enum(['critical', 'high', 'moderate', 'low', 'info']),
      via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.url().optional() })])),
    }),
  ),
})

/**
 * Asks the registry for advisories on the components that run; resolves with what npm writes. It ends
 * with 1 where it has found some.
 */
export const runAudit = (): Promise<string> =>
  new Promise((resolve) => {
    const options = { cwd: root, timeout: 20_000, maxBuffer: 64 * 1024 * 1024 }
    execFile('npm', ['audit', '--json', '--omit=dev'], options, (_error, stdout) => resolve(stdout))
  })

/**
 * Gaps in components that are known in public. A component that is only affected by another is not
 * named. npm does not say since when a gap is known: its page does.
 */
export async function checkAdvisories(run = runAudit): Promise<Finding[]> {
  const report = reportSchema.safeParse(parseJson(await run()))
  if (!report.success) {
    return [
      warn(
        'The registry of npm cannot be asked here whether a component has a known gap.',
        'Run npm audit --omit dev with this version on a machine where it can.',
      ),
    ]
  }
  const found = Object.values(report.data.vulnerabilities).flatMap(({ name, severity, via }) =>
    via.flatMap((cause) => (typeof cause === 'string' ? [] : { name, severity, ...cause })),
  )
  if (found.length === 0) return [good('No component has a known gap.')]
  return found.map(({ name, severity, title, url }) =>
    warn(
      `${name} has a known gap (${severity}): ${title.replace(/\.$/, '')}.`,
      `Install a newer version: there should be one within ${daysToFix[severity]} days of the day on which the gap became known${url ? `, which ${url} shows` : ''}.`,
    ),
  )
}

const readinessSchema = z.object({ findings: z.array(publicFindingSchema) })

async function ask(url: string) {
  // A process answers within three seconds, whatever hangs.
  const signal = AbortSignal.timeout(5_000)
  const response = await fetch(new URL(healthPaths.ready, url), { signal, redirect: 'manual' })
  return readinessSchema.parse(await response.json()).findings
}

/**
 * The findings of a running process about storing and telling requests, which cannot be seen from
 * outside. Asks this machine, and then the site's address.
 */
export async function checkRunning({ host, port, site, hasSiteUrl }: Config): Promise<Finding[]> {
  const own = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : inAddress(host)
  const here = `http://${own}:${port}`
  const findings = await ask(here)
    .catch(() => (hasSiteUrl ? ask(site.url) : undefined))
    .catch(() => undefined)
  if (!findings) {
    return [
      warn(
        `No process of the site answers at ${here}.`,
        'Start it with npm start. The rest was looked at without it.',
      ),
    ]
  }
  if (findings.length === 0) return [good('The site finds nothing wrong with itself.')]
  return findings.map(told)
}

/**
 * Leaves out findings that a running process, the first part, has told already; and that its
 * database cannot be reached from here either.
 */
export function withoutRepeats([running, ...others]: Examined[]): Examined[] {
  if (!running) return others
  const known = new Set(running.findings.flatMap(({ key }) => key ?? []))
  const isOfDatabase = (key: string) => key.startsWith('database-')
  const isAway = [...known].some(isOfDatabase)
  const isNew = ({ key }: Finding) => !key || !(known.has(key) || (isAway && isOfDatabase(key)))
  return [
    running,
    ...others.map(({ name, findings }) => ({ name, findings: findings.filter(isNew) })),
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
  const stored = Promise.withResolvers<Stored>()
  const lookAtDatabase = () =>
    checkDatabase(config, logger, stored.resolve).finally(() => stored.resolve({}))
  const lookAtMail = async () => {
    const { wayOut = config } = await stored.promise
    return checkMail({ ...config, ...wayOut }, createReadTexts())
  }
  const all = await examineAll([
    { name: 'Running', look: () => checkRunning(config) },
    { name: 'Site', look: () => checkSite(config) },
    { name: 'Proxy', look: async () => checkProxy(config, (await stored.promise).probeKey) },
    { name: 'Mail', look: lookAtMail },
    { name: 'Disk', look: () => checkDisk(config) },
    { name: 'Database', look: lookAtDatabase },
    { name: 'Components', look: () => checkAdvisories() },
  ])
  const examined = withoutRepeats(all)
  const isWell = !examined.some(({ findings }) => findings.some(({ state }) => state === 'bad'))
  return { lines: describeFindings(examined), isWell }
}
