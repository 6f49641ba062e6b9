import type { SeoRevision } from '#/contracts/seo/seo.ts'
import { Fetched } from '../../admin/shell/query-states.tsx'
import { dateTime } from '../../dates.ts'
import { useEditor } from '../state/editor-context.ts'
import { describeRevision } from '../state/editor-fields.ts'
import { useRevisions } from '../state/seo-requests.ts'
import { TwoStepButton } from './two-step-button.tsx'

type RevisionItemProps = { revision: SeoRevision; older: SeoRevision | undefined }

/** One change: who made it and when, and the button that restores it. */
function RevisionItem({ revision, older }: RevisionItemProps) {
  const { state, controls, saving } = useEditor()
  const when = dateTime(Date.parse(revision.changedAt))
  const isInForce = revision.version === state.version
  return (
    <li className="seo-revision">
      <p className="strong">
        {describeRevision(revision, older, state.defaults)}
        {isInForce && ' (in force)'}
      </p>
      <p className="hint">
        <time dateTime={revision.changedAt}>{when}</time> by <bdi>{revision.changedBy}</bdi>
      </p>
      {!isInForce && (revision.fields || state.record) && (
        <TwoStepButton
          label="Restore"
          name={`Restore the version of ${when}`}
          confirmLabel="Confirm Restore"
          question={
            controls.isDirty
              ? 'This replaces what is stored, and drops your unsaved changes.'
              : 'This replaces what is stored.'
          }
          isBusy={saving.isSaving}
          onConfirm={() => saving.restore(revision)}
        />
      )}
    </li>
  )
}

/** Every change of the page's metadata, newest first. */
export function HistoryTab() {
  const query = useRevisions(useEditor().pagePath)
  return (
    <section className="seo-fields" aria-labelledby="history-heading">
      <h3 id="history-heading">History</h3>
      <Fetched query={query} failure="The history could not be fetched.">
        {(revisions) =>
          revisions.length === 0 ? (
            <p className="muted">
              Nothing has been saved for this page yet. It has its built-in values.
            </p>
          ) : (
            <ol>
              {revisions.map((revision, index) => (
                <RevisionItem key={revision.id} revision={revision} older={revisions[index + 1]} />
              ))}
            </ol>
          )
        }
      </Fetched>
    </section>
  )
}
