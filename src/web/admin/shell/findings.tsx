import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'wouter'
import { api } from '#/contracts/endpoints/api.ts'
import {
  type FindingKey,
  findingCatalog,
  type Severity,
} from '#/contracts/health/finding-catalog.ts'
import type { Finding, PublicFinding } from '#/contracts/health/findings.ts'
import { healthPaths } from '#/contracts/routes.ts'
import { request } from '../../request.ts'
import { useSite } from '../../words.ts'
import { hasStatus } from './request-errors.ts'
import { ExactTime } from './times.tsx'

const everyMs = 5_000

/** A server whose database is slow takes long to say who asks. */
const patienceMs = 4_000

/** Without its database the server cannot say who asks: then it says what it tells anybody. */
async function readFindings(apiBaseUrl: string): Promise<Finding[]> {
  try {
    const options = { apiBaseUrl, signal: AbortSignal.timeout(patienceMs) }
    return (await request<{ data: Finding[] }>('GET', api.findings.path, options)).data
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError' && !hasStatus(error, 503)) throw error
    const { findings }: { findings: PublicFinding[] } = await (
      await fetch(`${apiBaseUrl}${healthPaths.ready}`)
    ).json()
    return findings.map((each) => {
      const { severity, advice } = findingCatalog[each.key]
      return { ...each, severity, advice, detail: null, links: [] }
    })
  }
}

/** What is wrong with the site, the most urgent first. */
export function useFindings() {
  const { apiBaseUrl } = useSite()
  return useQuery({
    queryKey: [api.findings.path],
    queryFn: () => readFindings(apiBaseUrl),
    refetchInterval: everyMs,
    refetchOnMount: 'always',
  })
}

/** These have a notice of their own, with what sends them again. */
const shownElsewhere: readonly FindingKey[] = ['deliveries-failed', 'deliveries-overdue']

/** A notice for each thing that is wrong and as bad as that. */
export function Findings({ severity }: { severity: Severity }) {
  const { data = [] } = useFindings()
  return data
    .filter((finding) => finding.severity === severity && !shownElsewhere.includes(finding.key))
    .map((finding) => <FindingNotice key={`${finding.key} ${finding.since}`} finding={finding} />)
}

function FindingNotice({ finding }: { finding: Finding }) {
  const { severity, text, detail, advice, since, links } = finding
  return (
    <div className="office-notice" data-tone={severity}>
      <p>
        <strong>{text}</strong>{' '}
        {links.map(({ text: label, path }, place) => (
          <Fragment key={path}>
            {place > 0 && ', '}
            <Link className="text-button" href={path}>
              <bdi>{label}</bdi>
            </Link>
          </Fragment>
        ))}
      </p>
      {detail && <p dir="auto">{detail}</p>}
      <p>
        {advice}{' '}
        <span className="fine">
          Since <ExactTime at={since} />.
        </span>
      </p>
    </div>
  )
}
