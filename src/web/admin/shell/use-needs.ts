import { useQuery } from '@tanstack/react-query'
import { api } from '#/contracts/endpoints/api.ts'
import { findingCatalog } from '#/contracts/health/finding-catalog.ts'
import type { NeedList, PublicFinding } from '#/contracts/health/needs.ts'
import { healthPaths } from '#/contracts/routes.ts'
import { useSite } from '../../words.ts'
import { call } from './call.ts'
import { hasStatus } from './request-errors.ts'

const everyMs = 5_000

/** A server whose database is slow takes long to say who asks. */
const patienceMs = 4_000

/** Without its database the server cannot say who asks: then it says what it tells anybody. */
async function readNeeds(apiBaseUrl: string): Promise<NeedList> {
  try {
    const options = { apiBaseUrl, signal: AbortSignal.timeout(patienceMs) }
    return (await call(api.needs, {}, options)).data
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError' && !hasStatus(error, 503)) throw error
    const { findings }: { findings: PublicFinding[] } = await (
      await fetch(`${apiBaseUrl}${healthPaths.ready}`)
    ).json()
    const needs = findings.map((each) => {
      const { severity, advice } = findingCatalog[each.key]
      return { ...each, severity, advice, isUrgent: false, detail: null, links: [], buttons: [] }
    })
    return { needs, total: needs.length, buttons: [] }
  }
}

/** What needs somebody, what costs a customer most first. */
export function useNeeds() {
  const { apiBaseUrl } = useSite()
  return useQuery({
    queryKey: [api.needs.path],
    queryFn: () => readNeeds(apiBaseUrl),
    refetchInterval: everyMs,
    refetchOnMount: 'always',
  })
}
