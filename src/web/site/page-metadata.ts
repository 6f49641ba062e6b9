import { createContext, useContext } from 'react'
import type { Review } from '#/contracts/ratings.ts'
import type { AnswerSpeed, PageMetadata } from '#/contracts/seo.ts'
import { siteApiPaths } from '#/contracts/site-routes.ts'
import { RequestError, request } from '../request.ts'

/** The metadata of the current page. */
export const MetadataContext = createContext<PageMetadata | undefined>(undefined)

/** The page's h1: the stored one, or its own. */
export function useHeading(builtIn: string): string {
  return useContext(MetadataContext)?.h1Text ?? builtIn
}

/** What customers say, where the page shows it. */
export function useReviews(): readonly Review[] {
  return useContext(MetadataContext)?.reviews ?? []
}

/** How soon requests are answered, where the page says so and enough of them came. */
export function useAnswerSpeed(): AnswerSpeed | undefined {
  return useContext(MetadataContext)?.answerSpeed
}

/** What was loaded is not loaded again, until no page has used it for this long. */
const unusedMaxAgeMs = 5 * 60_000

const retryDelaysMs = [250, 500, 1000]

type Loading = { metadata: Promise<PageMetadata>; usedAt: number }

const loadings = new Map<string, Loading>()

/** The page that is shown; undefined while it is the one that the document was rendered with. */
let shownPath: string | undefined

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Where loading fails, the page is shown under the site's name rather than not at all. */
function fallbackMetadata(siteName: string, error: unknown): PageMetadata {
  const cause = error instanceof RequestError ? error.statusText : error
  // biome-ignore lint/suspicious/noConsole: for whoever looks after the site; the visitor cannot fix it
  console.error(`Error fetching SEO data: ${cause}`)
  return { title: siteName, description: '', keywords: '', imageAlts: [] }
}

async function fetchMetadata(path: string, apiBaseUrl: string): Promise<PageMetadata> {
  const url = `${siteApiPaths.pageMetadata}?path=${encodeURIComponent(path)}`
  for (let attempt = 0; ; attempt += 1) {
    try {
      return (await request<{ data: PageMetadata }>('GET', url, { apiBaseUrl })).data
    } catch (error) {
      const delay = retryDelaysMs[attempt]
      const isFinal = error instanceof RequestError && error.status === 404
      if (delay === undefined || isFinal) throw error
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
  const known = loadings.get(path)
  const now = performance.now()
  if (known && (path === shownPath || now - known.usedAt < unusedMaxAgeMs)) return known.metadata
  const metadata = fetchMetadata(path, apiBaseUrl).catch((error) => {
    // The next visit tries again.
    loadings.delete(path)
    return fallbackMetadata(name, error)
  })
  loadings.set(path, { metadata, usedAt: now })
  return metadata
}

/** The metadata of the page that is shown from now on; never fails. */
export function loadMetadata(path: string, site: SiteNames): Promise<PageMetadata> {
  const left = loadings.get(shownPath ?? '')
  if (left) left.usedAt = performance.now()
  const metadata = prefetchMetadata(path, site)
  shownPath = path
  return metadata
}
