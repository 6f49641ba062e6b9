import { adminPaths } from '#/contracts/routes.ts'
import AdminPage from '../admin/admin-page.tsx'
import { Card, PageFailure } from '../admin/shell/page-parts.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'

/** The back office: an application, whose first page the server renders. */
export function Office() {
  return (
    <ErrorBoundary
      fallback={
        <Card heading="Back office">
          <PageFailure onRetry={() => location.reload()} />
          <p>
            <a href={adminPaths.leads}>Go to Form Fills Management</a>
          </p>
        </Card>
      }
    >
      <AdminPage />
    </ErrorBoundary>
  )
}
