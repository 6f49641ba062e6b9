import { useState } from 'react'
import type { SeoRevision } from '#/contracts/seo/seo.ts'
import { Loading } from '../../admin/shell/query-states.tsx'
import { dateTime } from '../../dates.ts'
import { reasonOf } from '../../request.ts'
import { useEditor } from '../state/editor-context.ts'
import { describeRevision, differingFields, shownFields } from '../state/editor-fields.ts'
import { useRevisions } from '../state/seo-requests.ts'
import { TwoValues } from './field-values.tsx'
import { TwoStepButton } from './two-step-button.tsx'

type RevisionItemProps = {
  revision: SeoRevision
  older: SeoRevision | undefined
  /** True for the one that the page has now. */
  isNewest: boolean
}

function Differences({ revision }: { revision: SeoRevision }) {
  const { state } = useEditor()
  const then = shownFields(revision.fields, state.defaults)
  const now = shownFields(state.record, state.defaults)
  const names = differingFields(then, now)
  if (names.length === 0) return <p className="muted">The same as what is stored now.</p>
  return names.map((name) => (
    <TwoValues key={name} name={name} values={{ Then: then[name], Now: now[name] }} />
  ))
}

/** One change: who made it and when, what differs from it now, and the button that restores it. */
function RevisionItem({ revision, older, isNewest }: RevisionItemProps) {
  const { state, controls, saving } = useEditor()
  const [isOpen, setOpen] = useState(false)
  const when = dateTime(Date.parse(revision.changedAt))
  return (
    <li className="seo-revision">
      <p className="seo-revision-what">
        {describeRevision(revision, older, state.defaults)}
        {isNewest && <span className="seo-mark">in force</span>}
      </p>
      <p className="hint">
        <time dateTime={revision.changedAt}>{when}</time> by <bdi>{revision.changedBy}</bdi>
      </p>
      {!isNewest && (
        <>
          <details className="seo-details" onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary aria-label={`Difference from now, of ${when}`}>Difference from now</summary>
            {isOpen && <Differences revision={revision} />}
          </details>
          {(revision.fields || state.record) && (
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
        </>
      )}
    </li>
  )
}

/** Every change of the page's metadata, newest first. */
export function HistoryTab() {
  const { pagePath, state } = useEditor()
  const { data: revisions, error } = useRevisions(pagePath)
  return (
    <section aria-labelledby="history-heading">
      <h3 id="history-heading">History</h3>
      {error && (
        <p className="seo-warning" role="alert">
          {reasonOf(error) ?? 'The history could not be fetched.'}
        </p>
      )}
      {!revisions && !error && <Loading />}
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
