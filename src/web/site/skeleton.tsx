import { sharedLabels } from '#/content/chrome.ts'

/** The shape of a page, while the page itself is not there yet. */
export function Skeleton() {
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
