import { useQuery } from '@tanstack/react-query'
import { findingCatalog } from '#/contracts/finding-catalog.ts'
import type { Finding, PublicFinding } from '#/contracts/findings.ts'
import { apiPaths, healthPaths } from '#/contracts/routes.ts'
import { request } from '../../request.ts'
import { useSite } from '../../words.ts'
import { hasStatus } from '../shell/request-errors.ts'

const everyMs = 5_000

/** Without its database the server cannot say who asks: then it says what it tells anybody. */
async function readFindings(apiBaseUrl: string, signal: AbortSignal): Promise<Finding[]> {
  try {
    const options = { apiBaseUrl, signal }
    return (await request<{ data: Finding[] }>('GET', apiPaths.findings, options)).data
  } catch (error) {
    if (!hasStatus(error, 503)) throw error
    const response = await fetch(`${apiBaseUrl}${healthPaths.ready}`, { signal })
    const { findings }: { findings: PublicFinding[] } = await response.json()
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
    queryFn: ({ signal }) => readFindings(apiBaseUrl, signal),
    refetchInterval: everyMs,
    refetchOnMount: 'always',
  })
}
