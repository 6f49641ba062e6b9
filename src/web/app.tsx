import { Router, useLocation } from 'wouter'
import { isAdminPath, pageAt } from './pages.ts'
import { SiteChrome } from './site/chrome/site-chrome.tsx'
import { Toasts } from './ui/toasts.tsx'

function CurrentPage() {
  const [path] = useLocation()
  const { Page } = pageAt(path)
  if (isAdminPath(path)) return <Page />
  return (
    <SiteChrome path={path}>
      <Page />
    </SiteChrome>
  )
}

/** Everything inside the document's body. `path` is where the visitor entered. */
export function App({ path }: { path: string }) {
  return (
    <Router ssrPath={path}>
      <CurrentPage />
      <Toasts />
    </Router>
  )
}
