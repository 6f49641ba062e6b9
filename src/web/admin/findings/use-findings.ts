import { useQuery } from '@tanstack/react-query'
import { findingCatalog } from '#/contracts/health/finding-catalog.ts'
import type { Finding, PublicFinding } from '#/contracts/health/findings.ts'
import { apiPaths, healthPaths } from '#/contracts/routes.ts'
import { request } from '../../request.ts'
import { useSite } from '../../words.ts'
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
