import { createContext, useContext } from 'react'
import { apiPaths } from '#/contracts/routes.ts'
import type { PageMetadata } from '#/contracts/seo.ts'
import { RequestError, request } from '../request.ts'

/** The metadata of the current page. */
export const MetadataContext = createContext<PageMetadata | undefined>(undefined)

/** The page's h1: the stored one, or its own. */
export function useHeading(builtIn: string): string {
  return useContext(MetadataContext)?.h1Text ?? builtIn
}

/** Prefetched metadata is used for this long: the time between pointing at a link and following it. */
const prefetchMaxAgeMs = 30_000

const retryDelaysMs = [250, 500, 1000]

type Loading = { metadata: Promise<PageMetadata>; since: number }

const prefetched = new Map<string, Loading>()

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Where loading fails, the page is shown under the site's name rather than not at all. */
function fallbackMetadata(siteName: string, error: unknown): PageMetadata {
  const cause = error instanceof RequestError ? error.statusText : error
  // biome-ignore lint/suspicious/noConsole: for whoever looks after the site; the visitor cannot fix it
  console.error(`Error fetching SEO data: ${cause}`)
  return { title: siteName, description: '', keywords: '', imageAlts: [] }
}

async function fetchMetadata(path: string, apiBaseUrl: string): Promise<PageMetadata> {
  const url = `${apiPaths.pageMetadata}?path=${encodeURIComponent(path)}`
  for (let attempt = 0; ; attempt += 1) {
    try {
      return (await request<{ data: PageMetadata }>('GET', url, { apiBaseUrl })).data
    } catch (error) {
      const delay = retryDelaysMs[attempt]
      if (delay === undefined) throw error
      await wait(delay)
    }
  }
}

type SiteNames = { name: string; apiBaseUrl: string }

/** Starts to load a page's metadata, for a visitor who is about to go there. Never fails. */
export function prefetchMetadata(
  path: string,
  { name, apiBaseUrl }: SiteNames,
): Promise<PageMetadata> {
  const loading = prefetched.get(path)
  if (loading && performance.now() - loading.since < prefetchMaxAgeMs) return loading.metadata
  const metadata = fetchMetadata(path, apiBaseUrl).catch((error) => fallbackMetadata(name, error))
  prefetched.set(path, { metadata, since: performance.now() })
  return metadata
}

/** A page's metadata as it is now; never fails. A prefetched answer is used once. */
export function loadMetadata(path: string, site: SiteNames): Promise<PageMetadata> {
  const metadata = prefetchMetadata(path, site)
  prefetched.delete(path)
  return metadata
}
