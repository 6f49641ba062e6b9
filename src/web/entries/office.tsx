import { pageFailure } from '#/content/chrome.ts'
import { telHref } from '#/contracts/leads/contact-details.ts'
import AdminPage from '../admin/admin-page.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { useSite, useWords } from '../words.ts'

/** The back office: an application, whose first page the server renders. */
export function Office() {
  return (
    <ErrorBoundary fallback={<OfficeFailure />}>
      <AdminPage />
    </ErrorBoundary>
  )
}

/** In place of what cannot be shown. It uses as little as it can of what may have failed. */
function OfficeFailure() {
  const { phone } = useSite()
  const fill = useWords()
  return (
    <section className="band" role="alert">
      <div className="wrap stack">
        <h1>{pageFailure.heading}</h1>
        <p className="lead">{pageFailure.text}</p>
        <div className="actions">
          <a className="btn" href={telHref(phone)}>
            {fill(pageFailure.call)}
          </a>
          <button type="button" className="btn btn-line" onClick={() => location.reload()}>
            {pageFailure.reload}
          </button>
        </div>
      </div>
    </section>
  )
}
