import { Suspense, use, useMemo } from 'react'
import { Router, useLocation } from 'wouter'
import type { PageMetadata } from '#/contracts/seo.ts'
import { EditorOnRequest } from './editor-on-request.tsx'
import { isAdminPath, pageAt, publicPageAt } from './pages.ts'
import { Arrival } from './site/arrival.tsx'
import { SiteChrome } from './site/chrome/site-chrome.tsx'
import { PageHead } from './site/page-head.tsx'
import { loadMetadata, MetadataContext } from './site/page-metadata.ts'
import { PagesContext } from './site/pages-context.ts'
import { Skeleton } from './site/skeleton.tsx'
import { Toasts } from './ui/toasts.tsx'
import { useSite } from './words.ts'

type PublicPageProps = { path: string; metadata: PageMetadata; isFirst?: boolean }

function PublicPage({ path, metadata, isFirst = false }: PublicPageProps) {
  const { Page } = pageAt(path)
  return (
    <MetadataContext value={metadata}>
      <Page />
      <PageHead metadata={metadata} isFirst={isFirst} />
      <Arrival />
    </MetadataContext>
  )
}

function NextPage({ path, loading }: { path: string; loading: Promise<PageMetadata> }) {
  return <PublicPage path={path} metadata={use(loading)} />
}

type AppProps = {
  /** Where the visitor entered. */
  path: string
  /** What the head of that page says; none in the back office. */
  metadata?: PageMetadata | undefined
}

function CurrentPage({ path: entryPath, metadata }: AppProps) {
  const site = useSite()
  const [path] = useLocation()
  const isFirst = path === entryPath && metadata !== undefined
  const loading = useMemo(
    () => (isFirst || isAdminPath(path) ? undefined : loadMetadata(path, site)),
    [path, isFirst, site],
  )
  if (!loading && !isFirst) {
    const { Page } = pageAt(path)
    return <Page />
  }
  return (
    <SiteChrome path={path}>
      {/* The first page is in the document already, so there is nothing to wait for. */}
      {isFirst && <PublicPage path={path} metadata={metadata} isFirst />}
      {loading && (
        <Suspense key={path} fallback={<Skeleton />}>
          <NextPage path={path} loading={loading} />
        </Suspense>
      )}
      <EditorOnRequest path={path} />
    </SiteChrome>
  )
}

const preloadOf = (path: string) => publicPageAt(path)?.preload

/** Everything inside the document's body. */
export function App({ path, metadata }: AppProps) {
  return (
    <Router ssrPath={path}>
      <PagesContext value={preloadOf}>
        <CurrentPage path={path} metadata={metadata} />
      </PagesContext>
      <Toasts />
    </Router>
  )
}
