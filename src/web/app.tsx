import { Suspense } from 'react'
import { Router, useLocation } from 'wouter'
import { isAdminPath, pageAt } from './pages.ts'
import { Arrival } from './site/arrival.tsx'
import { SiteChrome } from './site/chrome/site-chrome.tsx'
import { Skeleton } from './site/skeleton.tsx'
import { Toasts } from './ui/toasts.tsx'

type AppProps = {
  /** Where the visitor entered. */
  path: string
}

function CurrentPage({ path: entryPath }: AppProps) {
  const [path] = useLocation()
  const { Page } = pageAt(path)
  if (isAdminPath(path)) return <Page />
  const page = (
    <>
      <Page />
      <Arrival />
    </>
  )
  return (
    <SiteChrome path={path}>
      {/* The first page is in the document already, so there is nothing to wait for. */}
      {path === entryPath ? (
        page
      ) : (
        <Suspense key={path} fallback={<Skeleton />}>
          {page}
        </Suspense>
      )}
    </SiteChrome>
  )
}

/** Everything inside the document's body. */
export function App({ path }: AppProps) {
  return (
    <Router ssrPath={path}>
      <CurrentPage path={path} />
      <Toasts />
    </Router>
  )
}
