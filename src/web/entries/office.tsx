import AdminPage from '../admin/admin-page.tsx'
import { PageFailure } from '../admin/shell/page-parts.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'

/** The back office: an application, whose first page the server renders. */
export function Office() {
  return (
    <ErrorBoundary
      fallback={
        <main className="office">
          <PageFailure onRetry={() => location.reload()} />
        </main>
      }
    >
      <AdminPage />
    </ErrorBoundary>
  )
}
