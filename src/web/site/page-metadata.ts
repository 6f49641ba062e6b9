import { createContext, useContext } from 'react'
import { apiPaths } from '#/contracts/routes.ts'
import type { PageMetadata } from '#/contracts/seo.ts'
import { RequestError, request } from '../request.ts'

/** The metadata of the page that is drawn. */
export const MetadataContext = createContext<PageMetadata | undefined>(undefined)

/** The page's h1: the stored one, or its own. */
export function useHeading(builtIn: string): string {
  return useContext(MetadataContext)?.h1Text ?? builtIn
}

/** Prefetched metadata is worth this long: the time between pointing at a link and following it. */
const prefetchedMs = 30_000

const retryDelaysMs = [250, 500, 1000]

type Loading = { metadata: Promise<PageMetadata>; since: number }

const prefetched = new Map<string, Loading>()

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Where it cannot be had, the page goes by the site's name rather than not be shown at all. */
function withoutMetadata(siteName: string, error: unknown): PageMetadata {
  const cause = error instanceof RequestError ? error.statusText : error
  // biome-ignore lint/suspicious/noConsole: the visitor cannot mend it, whoever looks after the site can
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

/** Begins to load what a page's head says, for a visitor who is about to go there. */
export function prefetchMetadata(
  path: string,
  { name, apiBaseUrl }: SiteNames,
): Promise<PageMetadata> {
  const known = prefetched.get(path)
  if (known && performance.now() - known.since < prefetchedMs) return known.metadata
  const metadata = fetchMetadata(path, apiBaseUrl).catch((error) => withoutMetadata(name, error))
  prefetched.set(path, { metadata, since: performance.now() })
  return metadata
}

/** What a page's head says, as it is now; never fails. A prefetched answer is used once. */
export function loadMetadata(path: string, site: SiteNames): Promise<PageMetadata> {
  const metadata = prefetchMetadata(path, site)
  prefetched.delete(path)
  return metadata
}
