import { Router, useLocation } from 'wouter'
import { pageAt } from './pages.ts'
import { Toasts } from './ui/toasts.tsx'

function CurrentPage() {
  const [path] = useLocation()
  const { Page } = pageAt(path)
  return <Page />
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
