import { z } from 'zod'
import { publicFindingSchema } from '#/contracts/health/findings.ts'
import { healthPaths } from '#/contracts/routes.ts'
import type { Config } from '../config/config.ts'
import { type Finding, good, told, warn } from './finding.ts'

/** A process answers within three seconds, whatever hangs. */
const answerMs = 5_000

const readinessSchema = z.object({ findings: z.array(publicFindingSchema) })

const everywhere = ['0.0.0.0', '::']

async function ask(url: string) {
  const signal = AbortSignal.timeout(answerMs)
  const response = await fetch(new URL(healthPaths.ready, url), { signal, redirect: 'manual' })
  return readinessSchema.parse(await response.json()).findings
}

/**
 * The findings of a running process about storing and telling requests, which cannot be seen from
 * outside. Asks this machine, and then the site's address.
 */
export async function checkRunning({ host, port, site, hasSiteUrl }: Config): Promise<Finding[]> {
  const own = everywhere.includes(host) ? '127.0.0.1' : host
  const here = `http://${own.includes(':') ? `[${own}]` : own}:${port}`
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
  return findings.map(({ key, text }) => told({ key, text }))
}
