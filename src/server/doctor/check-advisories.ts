import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { parseJson } from '../runtime/parse-json.ts'
import { type Finding, good, warn } from './finding.ts'

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
 * Asks the registry for advisories on the components, those for development too, of which what runs is
 * built; resolves with what npm writes. It ends with 1 where it has found some.
 */
export const runAudit = (): Promise<string> =>
  new Promise((resolve) => {
    const options = { cwd: root, timeout: 20_000, maxBuffer: 64 * 1024 * 1024 }
    execFile('npm', ['audit', '--json', '--include=dev'], options, (_error, stdout) =>
      resolve(stdout),
    )
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
        'This machine can’t ask the npm registry whether a component has a known vulnerability.',
        'Run npm audit with this version on a machine that can.',
      ),
    ]
  }
  const found = Object.values(report.data.vulnerabilities).flatMap(({ name, severity, via }) =>
    via.flatMap((cause) => (typeof cause === 'string' ? [] : { name, severity, ...cause })),
  )
  if (found.length === 0) return [good('No component has a known vulnerability.')]
  return found.map(({ name, severity, title, url }) =>
    warn(
      `${name} has a known vulnerability (${severity}): ${title.replace(/\.$/, '')}.`,
      `Install a newer version. There should be one within ${daysToFix[severity]} days after the vulnerability became known${url ? `, which ${url} shows` : ''}.`,
    ),
  )
}
