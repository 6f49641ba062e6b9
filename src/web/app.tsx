import { lazy, Suspense, use, useLayoutEffect, useMemo, useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { sharedLabels } from '#/content/chrome.ts'
import type { PageMetadata } from '#/contracts/seo.ts'
import { editorParameter } from '#/contracts/site-routes.ts'
import { EntryPathContext, useCurrentPath } from './current-path.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { PageFailure } from './page-failure.tsx'
import { isAdminPath, pageAt, publicPageAt } from './pages.tsx'
import { SiteChrome } from './site/chrome/site-chrome.tsx'
import { finishNavigation } from './site/navigation.ts'
import { PageHead } from './site/page-head.tsx'
import { loadMetadata, MetadataContext } from './site/page-metadata.ts'
import { PreloadContext } from './site/site-link.tsx'
import { showToast } from './ui/show-toast.ts'
import { Toasts } from './ui/toasts.tsx'
import { useSite } from './words.ts'

const SeoEditor = lazy(() => import('./seo-editor/seo-editor.tsx'))

const reportMissingEditor = () =>
  showToast({
    title: 'The editor could not be opened',
    text: 'Please load the page again.',
    tone: 'destructive',
  })

/** The editor of a page's metadata, if the address asks for it. Otherwise its code is not loaded. */
function EditorIfAsked({ path }: { path: string }) {
  // The server sends the same document with and without the parameter.
  const search = useSearch({ ssrSearch: '' })
  if (new URLSearchParams(search).get(editorParameter) !== 'true') return null
  return (
    <ErrorBoundary key={path} fallback={null} onError={reportMissingEditor}>
      <Suspense fallback={null}>
        <SeoEditor pagePath={path} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** The outline of a page, shown until the page is loaded. */
function Skeleton() {
  return (
    <div className="skeleton" aria-busy="true">
      <div className="wrap">
        <i />
        <i />
        <i />
        <p className="hidden-text">{sharedLabels.loading}</p>
        <i />
      </div>
    </div>
  )
}

/** Stands after a page's content: React runs its effect when all of that is in the document. */
function NavigationEnd() {
  useLayoutEffect(finishNavigation, [])
  return null
}

type PublicPageProps = { path: string; metadata: PageMetadata; isFirst?: boolean }

function PublicPage({ path, metadata, isFirst = false }: PublicPageProps) {
  const { Page } = pageAt(path)
  return (
    <MetadataContext value={metadata}>
      <Page isFirst={isFirst} />
      <PageHead metadata={metadata} isFirst={isFirst} />
      {/* React may come to the first page only when a link in its header has been followed already. */}
      {!isFirst && <NavigationEnd />}
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
  const path = useCurrentPath()
  // Whoever comes back to the first page finds it rendered anew, without what its document had.
  const [hasLeft, setHasLeft] = useState(false)
  if (!hasLeft && path !== entryPath) setHasLeft(true)
  const isFirst = path === entryPath && !hasLeft && metadata !== undefined
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
      <ErrorBoundary key={path} fallback={<PageFailure />}>
        {/* The first page is in the document already, so there is nothing to wait for. */}
        {isFirst && <PublicPage path={path} metadata={metadata} isFirst />}
        {loading && (
          <Suspense fallback={<Skeleton />}>
            <NextPage path={path} loading={loading} />
          </Suspense>
        )}
      </ErrorBoundary>
      <EditorIfAsked path={path} />
    </SiteChrome>
  )
}

const preloadOf = (path: string) => publicPageAt(path)?.preload

/** Everything inside the document's body. */
export function App({ path, metadata }: AppProps) {
  return (
    <EntryPathContext value={path}>
      <PreloadContext value={preloadOf}>
        <ErrorBoundary fallback={<PageFailure />}>
          <CurrentPage path={path} metadata={metadata} />
        </ErrorBoundary>
      </PreloadContext>
      <Toasts />
    </EntryPathContext>
  )
}
