import { pageFailure } from '#/content/chrome.ts'
import { telHref } from '#/contracts/leads/contact-details.ts'
import { useSite, useWords } from './words.ts'

/**
 * What stands in place of a page that cannot be shown. It uses as little as it can of what may have
 * failed, so its links are plain ones.
 */
export function PageFailure() {
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
