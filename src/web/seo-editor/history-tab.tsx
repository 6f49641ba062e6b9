import { api } from '#/contracts/endpoints/api.ts'
import type { SeoRevision } from '#/contracts/seo/seo.ts'
import { Fetched } from '../admin/shell/query-states.tsx'
import { useData } from '../admin/shell/use-api.ts'
import { dateTime } from '../dates.ts'
import { useEditor } from './editor-context.ts'
import { TwoStepButton } from './two-step-button.tsx'

/** One change: its title, who made it and when, and the button that restores it. */
function RevisionItem({ revision }: { revision: SeoRevision }) {
  const { state, isDirty, isSaving, restore } = useEditor()
  const { fields, version, changedAt, changedBy } = revision
  const when = dateTime(Date.parse(changedAt))
  const isInForce = version === state.version
  return (
    <li className="stack seo-revision">
      <p className="strong">
        {fields?.title ?? 'Reset to defaults'}
        {isInForce && ' (in force)'}
      </p>
      <p className="hint">
        <time dateTime={changedAt}>{when}</time> by <bdi>{changedBy}</bdi>
      </p>
      {fields && !isInForce && (
        <TwoStepButton
          label="Restore"
          name={`Restore the version of ${when}`}
          confirmLabel="Confirm Restore"
          question={`This replaces what is stored${isDirty ? ', and drops your unsaved changes' : ''}.`}
          isBusy={isSaving}
          onConfirm={() => restore(fields, changedAt)}
        />
      )}
    </li>
  )
}

/** Every change of the page's metadata, newest first. */
export function HistoryTab() {
  const query = useData(api.seoRevisions, { path: useEditor().pagePath }, { staleTime: 0 })
  return (
    <section aria-labelledby="history-heading">
      <h3 id="history-heading">History</h3>
      <Fetched query={query} failure="The history could not be fetched.">
        {(revisions) => (
          <ol>
            {revisions.map((revision) => (
              <RevisionItem key={revision.id} revision={revision} />
            ))}
            {revisions.length === 0 && <li>Nothing has been saved for this page yet.</li>}
          </ol>
        )}
      </Fetched>
    </section>
  )
}
