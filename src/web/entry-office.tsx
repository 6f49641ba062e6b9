import AdminPage from './admin/admin-page.tsx'
import { renderToasts, takeOver } from './browser-root.tsx'
import { officeId } from './document.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { PageFailure } from './page-failure.tsx'

/* The back office: an application, whose first page the server has rendered. */
const office = document.getElementById(officeId)
if (office) {
  takeOver(
    office,
    <ErrorBoundary fallback={<PageFailure />}>
      <AdminPage />
    </ErrorBoundary>,
  )
  renderToasts()
}
