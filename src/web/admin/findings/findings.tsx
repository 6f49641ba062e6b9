import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'wouter'
import {
  type FindingKey,
  findingCatalog,
  type Severity,
} from '#/contracts/health/finding-catalog.ts'
import type { Finding, PublicFinding } from '#/contracts/health/findings.ts'
import { apiPaths, healthPaths } from '#/contracts/routes.ts'
import { request } from '../../request.ts'
import { useSite } from '../../words.ts'
import { useCountedNotice } from '../leads/overview/notices.tsx'
import { ExactTime } from '../leads/times.tsx'
import { hasStatus } from '../shell/request-errors.ts'

const everyMs = 5_000

/** A server whose database is slow takes long to say who asks. */
const patienceMs = 4_000

/** Without its database the server cannot say who asks: then it says what it tells anybody. */
async function readFindings(apiBaseUrl: string): Promise<Finding[]> {
  try {
    const options = { apiBaseUrl, signal: AbortSignal.timeout(patienceMs) }
    return (await request<{ data: Finding[] }>('GET', apiPaths.findings, options)).data
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
    queryKey: [apiPaths.findings],
    queryFn: () => readFindings(apiBaseUrl),
    refetchInterval: everyMs,
    refetchOnMount: 'always',
  })
}

/** These have a notice of their own, with what sends them again. */
const shownElsewhere: readonly FindingKey[] = ['deliveries-failed', 'deliveries-overdue']

/** Says above the inbox what is wrong. One live region: a reader announces what appears in it. */
export function Findings({ severity }: { severity: Severity }) {
  const { data = [] } = useFindings()
  const shown = data.filter(
    (finding) => finding.severity === severity && !shownElsewhere.includes(finding.key),
  )
  return (
    <div className="findings" role="status" aria-atomic="false">
      {shown.map(({ key, ...finding }) => (
        <FindingNotice key={`${key} ${finding.since}`} {...finding} />
      ))}
    </div>
  )
}

function FindingNotice({ severity, text, detail, advice, since, links }: Omit<Finding, 'key'>) {
  useCountedNotice(true)
  const [whatToDo = '', ...commands] = advice.split('\n')
  const begun = (
    <span className="finding-since">
      Since <ExactTime at={since} />.
    </span>
  )
  return (
    <div className={`office-notice finding-${severity}`}>
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
      {commands.length > 0 ? (
        <details className="finding-steps">
          <summary>What to do</summary>
          <p>
            {whatToDo} {begun}
          </p>
          <ol>
            {commands.map((command) => (
              <li key={command}>
                <code>{command.trim()}</code>
              </li>
            ))}
          </ol>
        </details>
      ) : (
        <p>
          {whatToDo} {begun}
        </p>
      )}
    </div>
  )
}
