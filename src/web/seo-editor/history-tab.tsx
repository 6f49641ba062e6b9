import { reasonOf } from '../request.ts'
import { useEditor } from './editor-context.ts'
import { RevisionItem } from './revision-item.tsx'
import { useRevisions } from './seo-requests.ts'

/** Every change of the page's metadata, newest first, and the way back to each. */
export function HistoryTab() {
  const { pagePath, state } = useEditor()
  const { data: revisions, error } = useRevisions(pagePath, true)
  return (
    <section aria-labelledby="history-heading">
      <h3 id="history-heading">History</h3>
      {error && (
        <p className="seo-warning" role="alert">
          {reasonOf(error) ?? 'The history could not be fetched.'}
        </p>
      )}
      {!revisions && !error && <p role="status">Loading...</p>}
      {revisions?.length === 0 && (
        <p className="muted">
          Nothing has been saved for this page yet. It has its built-in values.
        </p>
      )}
      <ol className="seo-revisions">
        {revisions?.map((revision, index) => (
          <RevisionItem
            key={revision.id}
            revision={revision}
            older={revisions[index + 1]}
            isNewest={revision.version === state.version}
          />
        ))}
      </ol>
    </section>
  )
}
